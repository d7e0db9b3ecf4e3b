"""Powers of privates in an operating turn, as steps and as additions to steps."""
