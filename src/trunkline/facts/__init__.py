"""What the table and its pages send each other: shapes alone, which know how to make nothing."""
