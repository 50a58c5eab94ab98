// Frames come from a server.

const openSocket = () => new WebSocket(new URL("frames", window.location.href.replace(/^http/, "ws")));
