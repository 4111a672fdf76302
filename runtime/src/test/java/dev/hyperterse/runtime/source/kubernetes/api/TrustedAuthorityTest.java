package dev.hyperterse.runtime.source.kubernetes.api;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrustedAuthorityTest {
    @TempDir
    private Path folder;

    /** Before, it made a context that trusts no server, and each request failed with a handshake. */
    @Test
    void fileWithoutACertificateIsRefused() throws IOException {
        var empty = Files.writeString(folder.resolve("ca.crt"), "");
        assertThatThrownBy(() -> TrustedAuthority.of(empty))
                .isInstanceOf(ApiServerException.class)
                .hasMessageContaining(empty.toString());
    }
}
