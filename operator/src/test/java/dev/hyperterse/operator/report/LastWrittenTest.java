package dev.hyperterse.operator.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.operator.resolve.ObjectVersion;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LastWrittenTest {
    private final LastWritten<String, String> written = new LastWritten<>();

    /** After a restore no version of an object is the one that was written last, and a write over that is refused. */
    @Test
    void refusedWriteLeavesItToTheWatchWhatIsStored() {
        written.during("greeting", "ready", () -> version(20));
        assertThat(written.newest("greeting", stored(15, "not ready"))).isEqualTo(stored(20, "ready"));

        assertThatThrownBy(() -> written.during("greeting", "ready again", () -> {
                    throw new IllegalStateException("refused");
                }))
                .isInstanceOf(IllegalStateException.class);

        assertThat(written.newest("greeting", stored(15, "not ready"))).isEqualTo(stored(15, "not ready"));
        assertThat(written.overtaken("greeting", stored(20, "ready"))).isFalse();
    }

    private static Stored<String> stored(int version, String status) {
        return new Stored<>(version(version), Optional.of(status));
    }

    private static ObjectVersion version(int version) {
        return new ObjectVersion("uid", Integer.toString(version));
    }
}
