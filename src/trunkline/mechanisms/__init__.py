"""What steps and titles let happen: loans and bonds, leave of owners, companies that close or merge."""
