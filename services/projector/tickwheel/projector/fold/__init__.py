"""What each event means for the tables: pure, one file a family of events. The folder is the list of what can happen."""
