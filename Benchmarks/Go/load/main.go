// Sends an action to sessions again and again, on a socket to each, by gorilla/websocket:
//
//	load URL SESSIONS ACTION SECONDS
//
// SESSIONS is a file with the id of a session per line. Each action is sent once the one before is answered. Prints
// a line as load.lua does, with the number of answers, the microseconds they took and the 99th percentile of the
// microseconds that each took.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

type first struct {
	Snapshot struct {
		Version int `json:"version"`
	} `json:"snapshot"`
}

type answer struct {
	Version int `json:"version"`
}

// play sends actions until the deadline, and returns how long each took.
func play(url, action string, deadline time.Time) []time.Duration {
	dialer := websocket.Dialer{Subprotocols: []string{"backstack.v1"}}
	socket, _, err := dialer.Dial("ws"+strings.TrimPrefix(url, "http")+"/socket", nil)
	if err != nil {
		log.Fatal(err)
	}
	defer socket.Close()
	_, text, err := socket.ReadMessage()
	var known first
	if err != nil || json.Unmarshal(text, &known) != nil {
		log.Fatal(string(text), err)
	}
	var times []time.Duration
	for start := time.Now(); start.Before(deadline); start = time.Now() {
		id := strconv.Itoa(len(times))
		message := `{"id":` + id + `,"send":` + action + `}`
		if err := socket.WriteMessage(websocket.TextMessage, []byte(message)); err != nil {
			log.Fatal(err)
		}
		for beginning := []byte(`{"id":` + id + `,`); ; {
			if _, text, err = socket.ReadMessage(); err != nil {
				log.Fatal(err)
			}
			if bytes.HasPrefix(text, beginning) {
				break
			}
		}
		times = append(times, time.Since(start))
	}
	var last answer
	if json.Unmarshal(text, &last) != nil || last.Version != known.Snapshot.Version+len(times) {
		log.Fatalf("after %d actions from version %d: %s", len(times), known.Snapshot.Version, text)
	}
	return times
}

func main() {
	url, action := os.Args[1], os.Args[3]
	ids, err := os.ReadFile(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	seconds, err := strconv.Atoi(os.Args[4])
	if err != nil {
		log.Fatal(err)
	}
	var all []time.Duration
	var lock sync.Mutex
	var group sync.WaitGroup
	start := time.Now()
	deadline := start.Add(time.Duration(seconds) * time.Second)
	for _, id := range strings.Fields(string(ids)) {
		group.Add(1)
		go func(id string) {
			defer group.Done()
			times := play(url+"/sessions/"+id, action, deadline)
			lock.Lock()
			defer lock.Unlock()
			all = append(all, times...)
		}(id)
	}
	group.Wait()
	took := time.Since(start)
	sort.Slice(all, func(left, right int) bool { return all[left] < all[right] })
	fmt.Printf("RESULT %d %.6f %d 0 0 0\n", len(all), took.Seconds(), all[len(all)*99/100].Microseconds())
}
