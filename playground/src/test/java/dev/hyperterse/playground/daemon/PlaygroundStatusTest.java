package dev.hyperterse.playground.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.playground.network.Services;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlaygroundStatusTest {
    @ParameterizedTest
    @CsvSource({
        "https, 443, https://127.0.0.7:8443",
        "https-admin, 8443, https://127.0.0.7:8443",
        "mcp, 80, http://127.0.0.7:8443",
        "'', 80, http://127.0.0.7:8443",
    })
    void theUrlOfAServiceHasTheSchemeOfItsPort(String portName, int port, String url) {
        var open = new Services.OpenPort("default", "kubernetes", portName, port, "127.0.0.7", 8443, 1);
        assertThat(PlaygroundStatus.ServiceLine.of(open).url()).isEqualTo(url);
    }
}
