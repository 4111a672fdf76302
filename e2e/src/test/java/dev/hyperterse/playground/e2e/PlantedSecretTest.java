package dev.hyperterse.playground.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The walk over all observed places is worth what its search finds. */
class PlantedSecretTest {
    private static final String TEXT = "p/l+a?n t\"ed-0123456789";
    private static final PlantedSecret SECRET = PlantedSecret.of("planted", TEXT);

    static Stream<String> waysToWriteIt() {
        var bytes = TEXT.getBytes(StandardCharsets.UTF_8);
        return Stream.of(
                TEXT,
                "postgresql://app:" + TEXT + "@db",
                URLEncoder.encode(TEXT, StandardCharsets.UTF_8),
                "{\"a\":\"" + TEXT.replace("\"", "\\\"") + "\"}",
                HexFormat.of().formatHex(bytes),
                HexFormat.of().withUpperCase().formatHex(bytes),
                Base64.getEncoder().encodeToString(bytes),
                Base64.getUrlEncoder().withoutPadding().encodeToString(("a" + TEXT).getBytes(StandardCharsets.UTF_8)),
                Base64.getEncoder().encodeToString(("app:" + TEXT + ":more").getBytes(StandardCharsets.UTF_8)),
                Base64.getMimeEncoder().encodeToString((TEXT).getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @MethodSource("waysToWriteIt")
    void itIsFoundHoweverItIsWritten(String observed) {
        assertThat(SECRET.isIn("before " + observed + " after")).isTrue();
    }

    @Test
    void otherTextIsNotTakenForIt() {
        assertThat(SECRET.isIn(TEXT.substring(1) + " " + TEXT.toUpperCase(java.util.Locale.ROOT)))
                .isFalse();
    }
}
