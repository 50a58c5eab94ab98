"""Watching and playing.

What is to be seen is computed first, from states and what was thought about them (`scene`, `marks`,
`overlays`, `shapes`, `walls`, `themes`, `caption`), and so is what people do with it (`player`,
`controls`, `takeover`). Painters and views then only put it where it belongs:

- `window`: with pygame;
- `terminal`: with rich;
- `page`: an HTML file that plays a game;
- `pictures`: arrays of pixels, with numpy alone, and SVG;
- `recordings`: films, contact sheets and plots, made of saved games.
"""
