package dev.hyperterse.runtime.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.runtime.mcp.legacy.session.Session;
import dev.hyperterse.runtime.mcp.legacy.session.SessionSeal;
import dev.hyperterse.runtime.mcp.message.JsonScanner;
import dev.hyperterse.runtime.mcp.message.MessageScanner;
import dev.hyperterse.runtime.mcp.message.PostedMessage;
import dev.hyperterse.runtime.mcp.message.PostedObject;
import dev.hyperterse.runtime.mcp.modern.Subscriptions;
import dev.hyperterse.runtime.mcp.stream.StreamTimings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The limits that the pages of the endpoint promise are those of the code. */
class ProtocolPageTest {
    private static final List<Path> PAGES =
            List.of(Path.of("../docs/mcp.md"), Path.of("../docs/reference/mcp-errors.md"));

    static Stream<Arguments> promises() {
        return Stream.of(
                Arguments.of("1 to %,d messages", MessageScanner.MAX_BATCH),
                Arguments.of("at most %,d characters)", SessionSeal.MAX_CHARACTERS),
                Arguments.of("deeper than %,d levels", JsonScanner.MAX_DEPTH),
                Arguments.of("a number of more than %,d characters", JsonScanner.MAX_NUMBER),
                Arguments.of("an exponent of more than %,d digits", JsonScanner.MAX_EXPONENT_DIGITS),
                Arguments.of("a member name over %,d bytes", JsonScanner.MAX_KEY),
                Arguments.of("an object, over %,d KiB)", PostedMessage.MAX_ID_BYTES / 1024),
                Arguments.of("| a progress token | %,d KiB |", PostedMessage.MAX_ID_BYTES / 1024),
                Arguments.of("other texts that name something | %,d KiB |", PostedObject.LONGEST_TEXT / 1024),
                Arguments.of("| subscriptions of a session | %,d, of ", Session.MAX_SUBSCRIPTIONS),
                Arguments.of(", of %,d KiB together | -32000 |", Session.MAX_SUBSCRIPTION_BYTES / 1024),
                Arguments.of("| URI of a subscription | %,d characters |", Session.MAX_URI_LENGTH),
                Arguments.of("at most %,d URIs of 256 KiB together, each", Subscriptions.MOST_RESOURCES),
                Arguments.of(", of %,d KiB together | the others", Subscriptions.MOST_BYTES / 1024),
                Arguments.of("each of at most %,d characters", Subscriptions.LONGEST_URI),
                Arguments.of(
                        "with more than %,d\nstreams", StreamTimings.standard().spreadAbove()),
                Arguments.of(
                        "dropped after %,d s.",
                        StreamTimings.standard().writeTimeout().toSeconds()));
    }

    @ParameterizedTest
    @MethodSource("promises")
    void numberOnThePageIsThatOfTheCode(String promise, Number bound) throws IOException {
        assertThat(PAGES)
                .extracting(Files::readString)
                .anyMatch(page -> page.contains(String.format(Locale.ROOT, promise, bound)));
    }
}
