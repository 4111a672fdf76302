package dev.hyperterse.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ListenAddressTest {
    @ParameterizedTest
    @CsvSource({
        "127.0.0.1:9090, 127.0.0.1, 9090",
        "[::1]:8080, 0:0:0:0:0:0:0:1, 8080",
        "localhost:0, 127.0.0.1, 0",
        "' 127.0.0.1:80 ', 127.0.0.1, 80",
    })
    void addressIsListenedOn(String text, String address, int port) {
        var parsed = ListenAddress.parse(text).orElseThrow();
        assertThat(parsed.getAddress().getHostAddress()).isEqualTo(address);
        assertThat(parsed.getPort()).isEqualTo(port);
    }

    @ParameterizedTest
    @ValueSource(strings = {"8080", ":8080"})
    void portAloneIsThatOfAllAddresses(String text) {
        var parsed = ListenAddress.parse(text).orElseThrow();
        assertThat(parsed.getAddress().isAnyLocalAddress()).isTrue();
        assertThat(parsed.getPort()).isEqualTo(8080);
    }

    @Test
    void unknownHostIsUnresolved() {
        assertThat(ListenAddress.parse("no-such-host.invalid:1").orElseThrow().isUnresolved())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":",
                "host",
                "host:",
                "127.0.0.1",
                "host:port",
                "65536",
                "1:65536",
                "-1",
                "::1:8080",
                "http://h:1",
                "h:1/mcp",
                "user@h:1",
                "h:1?q",
                "99999999999",
                "a b:1"
            })
    void otherTextIsNoAddress(String text) {
        assertThat(ListenAddress.parse(text)).isEmpty();
    }
}
