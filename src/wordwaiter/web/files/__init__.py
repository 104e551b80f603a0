"""Style sheets, scripts and the icon: how they lie in the package, and how browsers get them."""
