// The HTTP API of the workload, and what Valkey has for it: "api PORT" serves until it is killed, "api seed PORT" empties the
// Valkey on that port and fills it.
package main

import (
	"encoding/json"
	"log"
	"net/http"
	"os"
	"strconv"
)

func main() {
	if len(os.Args) == 3 && os.Args[1] == "seed" {
		if err := seed(os.Args[2]); err != nil {
			log.Fatal(err)
		}
		return
	}
	serve(os.Args[1])
}

func serve(port string) {
	all := newShop()
	http.HandleFunc("GET /products/search", func(w http.ResponseWriter, r *http.Request) {
		query := r.URL.Query()
		least, errOfLeast := strconv.ParseFloat(query.Get("min_price"), 64)
		most, errOfMost := strconv.ParseFloat(query.Get("max_price"), 64)
		limit, errOfLimit := strconv.Atoi(query.Get("limit"))
		if errOfLeast != nil || errOfMost != nil || errOfLimit != nil || limit < 1 || limit > 1000 {
			http.Error(w, "min_price, max_price and limit are numbers", http.StatusBadRequest)
			return
		}
		answer(w, all.search(query.Get("category"), least, most, limit))
	})
	http.HandleFunc("GET /products/{id}", func(w http.ResponseWriter, r *http.Request) {
		id, err := strconv.Atoi(r.PathValue("id"))
		if err != nil || id < 1 || id > count {
			http.NotFound(w, r)
			return
		}
		answer(w, all.products[id-1])
	})
	http.HandleFunc("POST /cart/calculate", func(w http.ResponseWriter, r *http.Request) {
		var given cart
		if err := json.NewDecoder(r.Body).Decode(&given); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		answer(w, all.price(given))
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+port, nil))
}

func answer(w http.ResponseWriter, value any) {
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(value); err != nil {
		log.Print(err)
	}
}
