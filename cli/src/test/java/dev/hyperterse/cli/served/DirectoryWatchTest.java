package dev.hyperterse.cli.served;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class DirectoryWatchTest {
    @TempDir
    private Path parent;

    private final Semaphore changes = new Semaphore(0);
    private Path directory;
    private DirectoryWatch watch;

    @BeforeEach
    void start() throws IOException {
        directory = Files.createDirectory(parent.resolve("shop"));
        Files.writeString(directory.resolve("tools.yaml"), "before");
        watch = DirectoryWatch.start(directory, changes::release);
    }

    @AfterEach
    void stop() {
        watch.close();
    }

    /** How editors save. */
    enum Save {
        IN_PLACE {
            @Override
            void to(Path file) throws IOException {
                Files.writeString(file, "after");
            }
        },
        BY_RENAMING {
            @Override
            void to(Path file) throws IOException {
                var written = Files.writeString(file.resolveSibling("tools.yaml~"), "after");
                Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
            }
        },
        BY_DELETING_FIRST {
            @Override
            void to(Path file) throws IOException {
                Files.delete(file);
                Files.writeString(file, "after");
            }
        };

        abstract void to(Path file) throws IOException;
    }

    @ParameterizedTest
    @EnumSource
    void everyWayOfSavingIsSeen(Save save) throws Exception {
        save.to(directory.resolve("tools.yaml"));
        awaitChange();
        assertThat(directory.resolve("tools.yaml")).hasContent("after");
    }

    /** Bases of a kustomization are beside the directory. */
    @Test
    void aFolderBesideTheDirectoryIsFollowedOnceItIsRead() throws Exception {
        var base = Files.createDirectory(parent.resolve("base"));
        assertThat(watch.follows(Set.of(base, directory))).isTrue();
        assertThat(watch.follows(Set.of(base, directory))).isFalse();
        Files.writeString(base.resolve("list.sql"), "SELECT 1");
        awaitChange();
    }

    /** Between the two halves of such a save its tools would count as deleted, and lose their last good version. */
    @Test
    void fileThatIsEmptiedAndFilledIsReportedWhenItIsFilled() throws Exception {
        var file = Files.writeString(directory.resolve("slow.yaml"), "before");
        awaitChange();
        watch.close();
        var sizes = new LinkedBlockingQueue<Long>();
        watch = DirectoryWatch.start(directory, () -> sizes.add(file.toFile().length()), Duration.ofSeconds(50));
        Files.writeString(file, "");
        CompletableFuture.delayedExecutor(250, TimeUnit.MILLISECONDS).execute(() -> write(file, "after"));
        assertThat(sizes.poll(50, TimeUnit.SECONDS)).isEqualTo("after".length());
    }

    @Test
    void fileThatStaysEmptyIsReported() throws Exception {
        Files.writeString(directory.resolve("tools.yaml"), "");
        awaitChange();
    }

    @Test
    void newDirectoriesAreWatchedToo() throws Exception {
        var nested = Files.createDirectories(directory.resolve("team/tools"));
        awaitChange();
        Files.writeString(nested.resolve("more.yaml"), "x");
        awaitChange();
    }

    @Test
    void aDirectoryThatIsReplacedIsWatchedAgain() throws Exception {
        Files.move(directory, parent.resolve("aside"));
        Files.delete(Files.writeString(parent.resolve("aside/tools.yaml"), "the old watch still sees this"));
        Files.createDirectory(directory);
        awaitChange();
        Files.writeString(directory.resolve("tools.yaml"), "after");
        awaitChange();
    }

    @Test
    void manySavesAtOnceAreFewChanges() throws Exception {
        for (var file = 0; file < 100; file++) {
            Files.writeString(directory.resolve("tool-" + file + ".yaml"), "x");
        }
        awaitChange();
        assertThat(changes.availablePermits()).isLessThan(100);
    }

    private void awaitChange() throws InterruptedException {
        assertThat(changes.tryAcquire(50, TimeUnit.SECONDS))
                .as("a change is told")
                .isTrue();
    }

    private static void write(Path file, String content) {
        try {
            Files.writeString(file, content);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
