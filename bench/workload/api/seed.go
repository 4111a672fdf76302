package main

import (
	"bufio"
	"fmt"
	"net"
	"strings"
)

const (
	carts     = 10_000
	histories = 1_000
	orders    = 20
	batch     = 1_000
)

// valkey sends commands in batches, whose answers it reads before the next.
type valkey struct {
	in     *bufio.Reader
	out    *bufio.Writer
	unread int
}

func (to *valkey) do(words ...string) error {
	fmt.Fprintf(to.out, "*%d\r\n", len(words))
	for _, word := range words {
		fmt.Fprintf(to.out, "$%d\r\n%s\r\n", len(word), word)
	}
	to.unread++
	if to.unread < batch {
		return nil
	}
	return to.flush()
}

// flush expects answers of one line.
func (to *valkey) flush() error {
	if err := to.out.Flush(); err != nil {
		return err
	}
	for ; to.unread > 0; to.unread-- {
		line, err := to.in.ReadString('\n')
		if err != nil {
			return err
		}
		if strings.HasPrefix(line, "-") {
			return fmt.Errorf("valkey: %s", line)
		}
	}
	return nil
}

func seed(port string) error {
	connection, err := net.Dial("tcp", "127.0.0.1:"+port)
	if err != nil {
		return err
	}
	defer connection.Close()
	to := &valkey{in: bufio.NewReader(connection), out: bufio.NewWriter(connection)}
	if err := to.do("FLUSHALL"); err != nil {
		return err
	}
	for number := 1; number <= carts; number++ {
		if err := to.do(cartOf(number)...); err != nil {
			return err
		}
	}
	for number := 1; number <= histories; number++ {
		for order := 1; order <= orders; order++ {
			if err := to.do("RPUSH", "bench:history:"+user(number), orderOf(number, order)); err != nil {
				return err
			}
		}
	}
	for number := 1; number <= count; number++ {
		score, member := fmt.Sprint(number*7%10_000), fmt.Sprintf("product:%d", number)
		if err := to.do("ZADD", "bench:popular", score, member); err != nil {
			return err
		}
	}
	return to.flush()
}

func user(number int) string { return fmt.Sprintf("user-%05d", number) }

func cartOf(number int) []string {
	items := fmt.Sprintf(`{"product_id":%d,"qty":%d},{"product_id":%d,"qty":%d}`,
		number*7%count+1, 1+number%3, number*13%count+1, 1+number%2)
	if number%3 == 0 {
		items += fmt.Sprintf(`,{"product_id":%d,"qty":1}`, number*17%count+1)
	}
	return []string{"HSET", "bench:cart:" + user(number), "user_id", user(number), "items", "[" + items + "]",
		"created", "1767225600", "expires", "1767312000", "total", fmt.Sprintf("%d.%02d", 10+number%490, number%100)}
}

func orderOf(number, order int) string {
	return fmt.Sprintf(`{"order_id":"%s/%d","product_id":%d,"qty":%d,"price":%d.%02d,"ts":%d}`,
		user(number), order, number*order*7%count+1, 1+order%3, 1+number%99, order, 1_767_225_600+3600*order)
}
