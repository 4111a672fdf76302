package dev.hyperterse.operator.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApiServerOutageTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    /** One look each second: + is answered, - is not. */
    @ParameterizedTest
    @CsvSource({
        "++++, ''",
        "+-+-+, ''",
        "+--+, began ended after PT2S",
        "+-----+++, began ended after PT5S",
        "--+--+, began ended after PT2S began ended after PT2S",
        "+---, began"
    })
    void itsBeginAndItsEndAreReportedOnce(String looks, String reported) {
        var outage = new ApiServerOutage();
        var lines = new ArrayList<String>();
        for (var second = 0; second < looks.length(); second++) {
            var now = NOON.plusSeconds(second);
            if (looks.charAt(second) == '+') {
                outage.answered(now).map(Duration::toString).ifPresent(it -> lines.add("ended after " + it));
            } else if (outage.failed(now)) {
                lines.add("began");
            }
        }
        assertThat(String.join(" ", lines)).isEqualTo(reported);
    }

    @Test
    void theReasonIsInWords() {
        var refused = new IOException(new ConnectException());
        refused.getCause().initCause(new ClosedChannelException());
        assertThat(ApiServerOutage.reason(new IllegalStateException("Operation: [get] failed", refused)))
                .isEqualTo("cannot connect");
        assertThat(ApiServerOutage.reason(new IllegalStateException("503 from the front")))
                .isEqualTo("503 from the front");
        assertThat(ApiServerOutage.reason(
                        new IllegalStateException("Operation: [get] failed", new IOException("request timed out"))))
                .isEqualTo("request timed out");
    }
}
