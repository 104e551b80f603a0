"""Pages for everybody: the big screen, players, video overlays."""
