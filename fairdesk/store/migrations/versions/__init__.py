"""One file per step, in the order of their numbers; ``migrations`` says how to add one."""
