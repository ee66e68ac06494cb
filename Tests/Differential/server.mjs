// A server that reads each request to its end and then responds with 200; prints its port.
import http from "node:http";

const server = http.createServer((request, response) => {
  request.on("end", () => response.end("ok"));
  request.resume();
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
