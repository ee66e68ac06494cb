// Uses sockets of a server, whose port is the argument, through gorilla/websocket, and prints what happens, a
// line for each event: as Tests/BackstackServerTests/Sockets/story.py does through another package.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"

	"github.com/gorilla/websocket"
)

var server = "127.0.0.1:" + os.Args[1]
var session string

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func post(path string, content string) map[string]any {
	response, err := http.Post("http://"+server+path, "application/json", strings.NewReader(content))
	check(err)
	defer response.Body.Close()
	if response.StatusCode >= 300 {
		log.Fatal(path, response.Status)
	}
	var result map[string]any
	check(json.NewDecoder(response.Body).Decode(&result))
	return result
}

// dial opens a socket whose longer messages go in fragments.
func dial(query string, origin string) (*websocket.Conn, *http.Response, error) {
	dialer := websocket.Dialer{Subprotocols: []string{"backstack.v1"}, WriteBufferSize: 16}
	header := http.Header{}
	if origin != "" {
		header.Set("Origin", origin)
	}
	return dialer.Dial("ws://"+server+session+"/socket"+query, header)
}

func open(query string) *websocket.Conn {
	socket, _, err := dial(query, "")
	check(err)
	return socket
}

// show prints the names of a message's members in their order, and its versions.
func show(message []byte) {
	decoder := json.NewDecoder(bytes.NewReader(message))
	decoder.UseNumber()
	_, err := decoder.Token()
	check(err)
	var words []string
	for decoder.More() {
		name, err := decoder.Token()
		check(err)
		var value any
		check(decoder.Decode(&value))
		if number, isNumber := value.(json.Number); isNumber {
			words = append(words, fmt.Sprintf("%v=%v", name, number))
		} else {
			words = append(words, fmt.Sprint(name))
		}
	}
	if len(words) == 0 {
		words = []string{"nothing"}
	}
	fmt.Println(strings.Join(words, " "))
}

func next(socket *websocket.Conn) {
	_, message, err := socket.ReadMessage()
	check(err)
	show(message)
}

// closing prints what comes up to the code with which the server closes.
func closing(socket *websocket.Conn) {
	for {
		_, message, err := socket.ReadMessage()
		if closed, isClosed := err.(*websocket.CloseError); isClosed {
			fmt.Println("closed", closed.Code)
			return
		}
		check(err)
		show(message)
	}
}

func send(socket *websocket.Conn, text string) {
	check(socket.WriteMessage(websocket.TextMessage, []byte(text)))
}

// leave closes a socket, and waits until the server confirms it.
func leave(socket *websocket.Conn) {
	normal := websocket.FormatCloseMessage(websocket.CloseNormalClosure, "")
	check(socket.WriteMessage(websocket.CloseMessage, normal))
	for {
		if _, _, err := socket.ReadMessage(); err != nil {
			if !websocket.IsCloseError(err, websocket.CloseNormalClosure) {
				log.Fatal(err)
			}
			socket.Close()
			return
		}
	}
}

func main() {
	session = "/sessions/" + post("/sessions", `{"feature": "counters"}`)["id"].(string)

	socket := open("")
	fmt.Println(socket.Subprotocol())
	next(socket)
	send(socket, `{"id": 1, "send": "addCounterButtonTapped"}`)
	next(socket)
	next(socket)
	pong := ""
	socket.SetPongHandler(func(content string) error {
		pong = content
		return nil
	})
	check(socket.WriteMessage(websocket.PingMessage, []byte("hello")))
	text := `{"id": 2, "send": "addCounterButtonTapped", "key": "k-1"}`
	send(socket, text)
	// The pong comes before what follows the ping.
	_, message, err := socket.ReadMessage()
	check(err)
	fmt.Println("pong", map[bool]string{true: "True", false: "False"}[pong == "hello"])
	show(message)
	next(socket)
	other := open("?version=1")
	next(other)
	send(other, text)
	next(other)
	post(session+"/actions", `"addCounterButtonTapped"`)
	next(other)
	leave(other)
	next(socket)
	send(socket, `{"id": 3, "send": "addCounterButtonTapped", "if": 1}`)
	next(socket)
	leave(socket)

	socket = open("")
	next(socket)
	check(socket.WriteMessage(websocket.BinaryMessage, []byte("bytes")))
	closing(socket)
	socket = open("?version=3")
	send(socket, "no JSON")
	closing(socket)
	socket = open("?version=3")
	// The server closes before it has read all.
	socket.WriteMessage(websocket.TextMessage, []byte(`{"id": 1, "send": "`+strings.Repeat("x", 2_000_000)+`"}`))
	closing(socket)
	_, response, err := dial("", "https://evil.example")
	if err == nil {
		log.Fatal("a foreign page has opened a socket")
	}
	content, err := io.ReadAll(response.Body)
	check(err)
	var problem map[string]any
	check(json.Unmarshal(content, &problem))
	fmt.Println(response.StatusCode, problem["type"])
	socket, _, err = dial("?version=3", "http://"+server)
	check(err)
	request, err := http.NewRequest(http.MethodDelete, "http://"+server+session, nil)
	check(err)
	_, err = http.DefaultClient.Do(request)
	check(err)
	closing(socket)
}
