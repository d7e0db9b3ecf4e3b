"""What privates allow in an operating turn, as steps and powers beside the turn's own steps."""
