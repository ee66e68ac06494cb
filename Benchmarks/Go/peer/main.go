// The manually written equivalent of Backstack's demo, with Go's net/http, gorilla/websocket and
// encoding/json: a fixed text, and sessions with a stack of counters whose response to an action, or answer
// on a socket, is the whole snapshot.
package main

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

type counter struct {
	Count int `json:"count"`
}

type screen struct {
	Counter *counter `json:"counter"`
}

type element struct {
	ID    int    `json:"id"`
	State screen `json:"state"`
}

type state struct {
	Path []element `json:"path"`
}

type snapshot struct {
	ID        string `json:"id"`
	Feature   string `json:"feature"`
	Version   int    `json:"version"`
	State     state  `json:"state"`
	Effects   int    `json:"effects"`
	ExpiresAt string `json:"expiresAt"`
}

type action struct {
	Path struct {
		Element *struct {
			ID     int `json:"id"`
			Action struct {
				Counter string `json:"counter"`
			} `json:"action"`
		} `json:"element"`
	} `json:"path"`
}

type session struct {
	lock     sync.Mutex
	snapshot snapshot
}

var (
	lock     sync.RWMutex
	sessions = map[string]*session{}
	fixed    []byte
)

func create(writer http.ResponseWriter, request *http.Request) {
	var body struct {
		State struct {
			Path []screen `json:"path"`
		} `json:"state"`
	}
	if err := json.NewDecoder(request.Body).Decode(&body); err != nil {
		http.Error(writer, err.Error(), http.StatusBadRequest)
		return
	}
	made := &session{}
	for id, screen := range body.State.Path {
		made.snapshot.State.Path = append(made.snapshot.State.Path, element{id, screen})
	}
	made.snapshot.Feature = "counters"
	made.snapshot.ExpiresAt = time.Now().Add(time.Hour).UTC().Format(time.RFC3339)
	lock.Lock()
	made.snapshot.ID = fmt.Sprintf("session-%d", len(sessions))
	sessions[made.snapshot.ID] = made
	lock.Unlock()
	answer(writer, made, http.StatusCreated)
}

func find(id string) *session {
	lock.RLock()
	defer lock.RUnlock()
	return sessions[id]
}

func read(writer http.ResponseWriter, request *http.Request, id string) {
	session := find(id)
	if session == nil {
		http.NotFound(writer, request)
		return
	}
	session.lock.Lock()
	defer session.lock.Unlock()
	answer(writer, session, http.StatusOK)
}

func act(writer http.ResponseWriter, request *http.Request, id string) {
	session := find(id)
	if session == nil {
		http.NotFound(writer, request)
		return
	}
	var action action
	if err := json.NewDecoder(request.Body).Decode(&action); err != nil {
		http.Error(writer, err.Error(), http.StatusBadRequest)
		return
	}
	session.lock.Lock()
	defer session.lock.Unlock()
	session.take(&action)
	answer(writer, session, http.StatusOK)
}

// take runs an action. The caller holds the session's lock.
func (session *session) take(action *action) {
	if target := action.Path.Element; target != nil {
		for index := range session.snapshot.State.Path {
			if session.snapshot.State.Path[index].ID != target.ID {
				continue
			}
			counter := session.snapshot.State.Path[index].State.Counter
			switch target.Action.Counter {
			case "incrementButtonTapped":
				counter.Count++
			case "decrementButtonTapped":
				counter.Count--
			}
		}
	}
	session.snapshot.Version++
	session.snapshot.ExpiresAt = time.Now().Add(time.Hour).UTC().Format(time.RFC3339)
}

// A message of a socket's client, and the answer.
type message struct {
	ID   int    `json:"id"`
	Send action `json:"send"`
}

type answered struct {
	ID       int       `json:"id"`
	Version  int       `json:"version"`
	Snapshot *snapshot `json:"snapshot"`
}

var upgrader = websocket.Upgrader{Subprotocols: []string{"backstack.v1"}}

// follow answers the messages of a socket, one after the other.
func follow(writer http.ResponseWriter, request *http.Request, id string) {
	session := find(id)
	if session == nil {
		http.NotFound(writer, request)
		return
	}
	socket, err := upgrader.Upgrade(writer, request, nil)
	if err != nil {
		return
	}
	defer socket.Close()
	session.lock.Lock()
	first, err := json.Marshal(map[string]*snapshot{"snapshot": &session.snapshot})
	session.lock.Unlock()
	if err != nil || socket.WriteMessage(websocket.TextMessage, first) != nil {
		return
	}
	for {
		_, text, err := socket.ReadMessage()
		if err != nil {
			return
		}
		var message message
		if json.Unmarshal(text, &message) != nil {
			return
		}
		session.lock.Lock()
		session.take(&message.Send)
		answer, err := json.Marshal(answered{message.ID, session.snapshot.Version, &session.snapshot})
		session.lock.Unlock()
		if err != nil || socket.WriteMessage(websocket.TextMessage, answer) != nil {
			return
		}
	}
}

// answer sends the snapshot of a session. The caller holds the session's lock.
func answer(writer http.ResponseWriter, session *session, status int) {
	bytes, err := json.Marshal(&session.snapshot)
	if err != nil {
		http.Error(writer, err.Error(), http.StatusInternalServerError)
		return
	}
	header := writer.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Cache-Control", "no-store")
	header.Set("ETag", fmt.Sprintf("\"%d\"", session.snapshot.Version))
	writer.WriteHeader(status)
	writer.Write(bytes)
}

func serve(writer http.ResponseWriter, request *http.Request) {
	path := request.URL.Path
	switch {
	case path == "/fixed":
		writer.Header().Set("Content-Type", "text/plain")
		writer.Write(fixed)
	case path == "/sessions" && request.Method == http.MethodPost:
		create(writer, request)
	case strings.HasPrefix(path, "/sessions/") && strings.HasSuffix(path, "/actions"):
		act(writer, request, strings.TrimSuffix(strings.TrimPrefix(path, "/sessions/"), "/actions"))
	case strings.HasPrefix(path, "/sessions/") && strings.HasSuffix(path, "/socket"):
		follow(writer, request, strings.TrimSuffix(strings.TrimPrefix(path, "/sessions/"), "/socket"))
	case strings.HasPrefix(path, "/sessions/"):
		read(writer, request, strings.TrimPrefix(path, "/sessions/"))
	default:
		http.NotFound(writer, request)
	}
}

// The argument is the size of the fixed text.
func main() {
	size, err := strconv.Atoi(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fixed = []byte(strings.Repeat("x", size))
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Printf("http://%s\n", listener.Addr())
	fmt.Fprintln(os.Stderr, http.Serve(listener, http.HandlerFunc(serve)))
	os.Exit(1)
}
