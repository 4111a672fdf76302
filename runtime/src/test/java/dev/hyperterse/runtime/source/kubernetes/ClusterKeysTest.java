package dev.hyperterse.runtime.source.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.catalog.CatalogException;
import dev.hyperterse.catalog.keys.SessionKey;
import dev.hyperterse.catalog.keys.SessionKeys;
import dev.hyperterse.catalog.keys.SessionKeysCodec;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ClusterKeysTest {
    private static final Duration NEVER = Duration.ofDays(1);
    private static final String SECRET = PublishedShop.OBJECTS.sessionKeys();

    private final SecureRandom random = new SecureRandom();
    private final SessionKeys first = SessionKeys.random(random);
    private final SessionKeys rotated = first.rotated(SessionKey.random(random));
    private final LinkedBlockingQueue<SessionKeys> changed = new LinkedBlockingQueue<>();
    private final List<ClusterKeys> opened = new ArrayList<>();

    @TempDir
    private Path folder;

    private FakeApiServer api;

    @BeforeEach
    void startTheApiServer() throws IOException {
        api = new FakeApiServer();
        Files.writeString(folder.resolve("token"), "token");
    }

    @AfterEach
    void stop() {
        opened.forEach(ClusterKeys::close);
        api.close();
    }

    @Test
    void startFailsWithoutTheSecret() {
        assertThatThrownBy(() -> keys(NEVER, NEVER).first())
                .isInstanceOf(CatalogException.class)
                .hasMessage("the Secret shop-session-keys is not there; the operator makes it");
    }

    @Test
    void startFailsWithAMalformedSecret() {
        api.putSecret(SECRET, Map.of("current", "a.b".getBytes(StandardCharsets.UTF_8)));

        assertThatThrownBy(() -> keys(NEVER, NEVER).first())
                .isInstanceOf(CatalogException.class)
                .hasMessageContaining("entry 'current'");
    }

    @Test
    void keysAreReadPeriodically() throws Exception {
        store(first);
        var keys = keys(Duration.ofMillis(5), Duration.ZERO);
        assertThat(keys.first()).isEqualTo(first);
        keys.follow(changed::add);

        store(rotated);

        assertThat(changed.take()).isEqualTo(rotated);
    }

    @Test
    void unknownIdCausesAReadAtOnce() throws Exception {
        store(first);
        var keys = keys(NEVER, Duration.ZERO);
        keys.first();
        keys.follow(changed::add);
        store(rotated);

        keys.readSoon();

        assertThat(changed.take()).isEqualTo(rotated);
    }

    @Test
    void manyForgedIdsCauseOneRead() {
        store(first);
        var keys = keys(NEVER, NEVER);
        keys.first();
        keys.follow(changed::add);

        for (int forged = 0; forged < 1_000; forged++) {
            keys.readSoon();
        }

        assertThat(api.requests()).containsExactly(SECRET);
    }

    @Test
    void missingOrMalformedSecretChangesNothing() throws Exception {
        store(first);
        var keys = keys(Duration.ofMillis(1), Duration.ZERO);
        keys.first();
        keys.follow(changed::add);

        api.delete(SECRET);
        awaitReads();
        api.putSecret(SECRET, Map.of("current", new byte[] {1}));
        awaitReads();
        assertThat(changed).isEmpty();

        store(rotated);
        assertThat(changed.take()).isEqualTo(rotated);
    }

    @Test
    void restartWithoutTheApiServerUsesTheCopiedKeys() throws Exception {
        store(first);
        keys(NEVER, NEVER).first();

        api.answerWith(503);

        assertThat(keys(NEVER, NEVER).first()).isEqualTo(first);
    }

    @Test
    void restartAfterTheDeletionOfTheSecretUsesTheCopiedKeys() {
        store(first);
        keys(NEVER, NEVER).first();

        api.delete(SECRET);

        assertThat(keys(NEVER, NEVER).first()).isEqualTo(first);
    }

    @Test
    void copyIsReadableByItsOwnerOnly() throws Exception {
        store(first);
        keys(NEVER, NEVER).first();

        try (var files = Files.list(folder.resolve("copy/session-keys"))) {
            assertThat(files).singleElement().satisfies(file -> assertThat(
                            PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------"));
        }
    }

    private ClusterKeys keys(Duration every, Duration atMost) {
        var access =
                new ClusterAccess(URI.create(api.address()), folder.resolve("token"), Optional.empty(), "gateways");
        var pause = Duration.ofMillis(1);
        var timing = new Timing(NEVER, NEVER, NEVER, pause, pause, every, atMost);
        var keys = new ClusterKeys(access, "shop", folder.resolve("copy"), timing);
        opened.add(keys);
        return keys;
    }

    private void store(SessionKeys keys) {
        api.putSecret(SECRET, SessionKeysCodec.encode(keys));
    }

    /** Returns once the Secret was read a few times more. */
    private void awaitReads() throws InterruptedException {
        int before = api.requests().size();
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (api.requests().size() < before + 3) {
            assertThat(System.nanoTime()).as("read within a minute").isLessThan(until);
            Thread.sleep(1);
        }
    }
}
