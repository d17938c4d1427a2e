"""What the commands do. Each gives what is printed."""
