"""One team's board in a Hare round."""
