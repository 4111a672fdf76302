package dev.hyperterse.runtime.source.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.catalog.CatalogException;
import dev.hyperterse.catalog.keys.SessionSeed;
import dev.hyperterse.runtime.source.kubernetes.api.ClusterAccess;
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
class ClusterSeedTest {
    private static final Duration NEVER = Duration.ofDays(1);
    private static final String SECRET = PublishedShop.OBJECTS.sessionKeys();

    private final SecureRandom random = new SecureRandom();
    private final SessionSeed first = SessionSeed.random(random);
    private final SessionSeed second = SessionSeed.random(random);
    private final LinkedBlockingQueue<SessionSeed> changed = new LinkedBlockingQueue<>();
    private final List<ClusterSeed> opened = new ArrayList<>();

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
        opened.forEach(ClusterSeed::close);
        api.close();
    }

    @Test
    void startFailsWithoutTheSecret() {
        assertThatThrownBy(() -> seed(NEVER, NEVER).first())
                .isInstanceOf(CatalogException.class)
                .hasMessage("the Secret shop-session-keys is not there; the operator makes it");
    }

    @Test
    void startFailsWithAMalformedSecret() {
        api.putSecret(SECRET, Map.of("seed", "short".getBytes(StandardCharsets.UTF_8)));

        assertThatThrownBy(() -> seed(NEVER, NEVER).first())
                .isInstanceOf(CatalogException.class)
                .hasMessageContaining("entry 'seed'");
    }

    @Test
    void seedIsReadPeriodically() throws Exception {
        store(first);
        var seed = seed(Duration.ofMillis(5), Duration.ZERO);
        assertThat(seed.first()).isEqualTo(first);
        seed.follow(changed::add);

        store(second);

        assertThat(changed.take()).isEqualTo(second);
    }

    @Test
    void unknownIdCausesAReadAtOnce() throws Exception {
        store(first);
        var seed = seed(NEVER, Duration.ZERO);
        seed.first();
        seed.follow(changed::add);
        store(second);

        seed.readSoon();

        assertThat(changed.take()).isEqualTo(second);
    }

    @Test
    void manyForgedIdsCauseOneRead() {
        store(first);
        var seed = seed(NEVER, NEVER);
        seed.first();
        seed.follow(changed::add);

        for (int forged = 0; forged < 1_000; forged++) {
            seed.readSoon();
        }

        assertThat(api.requests()).containsExactly(SECRET);
    }

    @Test
    void missingOrMalformedSecretChangesNothing() throws Exception {
        store(first);
        var seed = seed(Duration.ofMillis(1), Duration.ZERO);
        seed.first();
        seed.follow(changed::add);

        api.delete(SECRET);
        awaitReads();
        api.putSecret(SECRET, Map.of("current", new byte[SessionSeed.BYTES]));
        awaitReads();
        assertThat(changed).isEmpty();

        store(second);
        assertThat(changed.take()).isEqualTo(second);
    }

    @Test
    void restartWithoutTheApiServerUsesTheCopiedSeed() throws Exception {
        store(first);
        seed(NEVER, NEVER).first();

        api.answerWith(503);

        assertThat(seed(NEVER, NEVER).first()).isEqualTo(first);
    }

    @Test
    void restartAfterTheDeletionOfTheSecretUsesTheCopiedSeed() {
        store(first);
        seed(NEVER, NEVER).first();

        api.delete(SECRET);

        assertThat(seed(NEVER, NEVER).first()).isEqualTo(first);
    }

    @Test
    void copyIsReadableByItsOwnerOnly() throws Exception {
        store(first);
        seed(NEVER, NEVER).first();

        try (var files = Files.list(folder.resolve("copy/session-keys"))) {
            assertThat(files).singleElement().satisfies(file -> assertThat(
                            PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------"));
        }
    }

    private ClusterSeed seed(Duration every, Duration atMost) {
        var access =
                new ClusterAccess(URI.create(api.address()), folder.resolve("token"), Optional.empty(), "gateways");
        var pause = Duration.ofMillis(1);
        var timing = new Timing(NEVER, NEVER, NEVER, pause, pause, every, atMost);
        var seed = new ClusterSeed(access, "shop", folder.resolve("copy"), timing);
        opened.add(seed);
        return seed;
    }

    private void store(SessionSeed seed) {
        api.putSecret(SECRET, seed.entries());
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
