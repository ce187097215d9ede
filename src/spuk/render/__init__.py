"""From a view to a scene: pure functions that say what stands where on the screen. No web, no HTTP."""
