"""Playing a title: actions, events, the state they change, and the rules that allow them."""
