package dev.hyperterse.cli.served;

import dev.hyperterse.cli.manifest.SourceRoot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Notifies when anything below a directory may have changed, not of what changed: editors save by renaming, by
 * deleting and creating, or in several writes, and the listener reads the directory again anyway.
 */
public final class DirectoryWatch implements AutoCloseable {
    /** Long enough for the second half of a save, short enough not to be felt. */
    private static final Duration QUIET = Duration.ofMillis(25);

    private static final Duration AT_MOST = Duration.ofMillis(200);
    /** An editor that is slower than this between emptying a file and filling it has emptied it. */
    private static final Duration UNTIL_IT_IS_FILLED = Duration.ofSeconds(1);

    private static final Duration UNTIL_IT_IS_BACK = Duration.ofMillis(100);

    private static final WatchEvent.Kind<?>[] EVENTS = {
        StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_MODIFY, StandardWatchEventKinds.ENTRY_DELETE
    };

    private final Path root;
    private final Runnable changed;
    private final Duration untilItIsFilled;
    private final WatchService watcher;
    private final Thread thread;
    private final Set<Path> touched = new HashSet<>();
    private final Set<Path> others = new HashSet<>();
    private Optional<Object> watched;

    private DirectoryWatch(Path root, Runnable changed, Duration untilItIsFilled) throws IOException {
        this.root = root;
        this.changed = changed;
        this.untilItIsFilled = untilItIsFilled;
        this.watcher = root.getFileSystem().newWatchService();
        this.watched = identity(root);
        register(root);
        this.thread = Thread.ofPlatform().daemon().name("directory-watch").unstarted(this::run);
    }

    /** Calls {@code changed} on a thread of its own, never twice at once, until closed. */
    public static DirectoryWatch start(Path directory, Runnable changed) {
        return start(directory, changed, UNTIL_IT_IS_FILLED);
    }

    static DirectoryWatch start(Path directory, Runnable changed, Duration untilItIsFilled) {
        try {
            var watch = new DirectoryWatch(directory, changed, untilItIsFilled);
            watch.thread.start();
            return watch;
        } catch (IOException unwatchable) {
            throw new UncheckedIOException("cannot watch " + directory, unwatchable);
        }
    }

    /**
     * Watches folders that a kustomization leads to as well, without what is below them.
     *
     * @return whether one of them was not watched before
     */
    boolean follows(Set<Path> folders) {
        var isMore = false;
        for (var folder : folders) {
            if (others.add(folder) && !folder.equals(root)) {
                try {
                    folder.register(watcher, EVENTS);
                    isMore = true;
                } catch (IOException vanished) {
                    others.remove(folder);
                }
            }
        }
        return isMore;
    }

    private void run() {
        try {
            while (true) {
                take(watcher.take());
                settle();
                awaitContent();
                followReplacement();
                changed.run();
            }
        } catch (InterruptedException | ClosedWatchServiceException closed) {
            // The end of the watch.
        }
    }

    private void settle() throws InterruptedException {
        var deadline = System.nanoTime() + AT_MOST.toNanos();
        var next = watcher.poll(QUIET.toMillis(), TimeUnit.MILLISECONDS);
        while (next != null) {
            take(next);
            var patience = Math.min(QUIET.toNanos(), deadline - System.nanoTime());
            next = patience <= 0 ? null : watcher.poll(patience, TimeUnit.NANOSECONDS);
        }
    }

    /** Most editors save by emptying a file and filling it; what it holds in between is no version of it. */
    private void awaitContent() throws InterruptedException {
        var deadline = System.nanoTime() + untilItIsFilled.toNanos();
        while (touched.stream().anyMatch(DirectoryWatch::isEmptyFile) && deadline - System.nanoTime() > 0) {
            var next = watcher.poll(QUIET.toMillis(), TimeUnit.MILLISECONDS);
            if (next != null) {
                take(next);
            }
        }
        touched.clear();
    }

    private static boolean isEmptyFile(Path path) {
        try {
            var attributes = Files.readAttributes(path, BasicFileAttributes.class);
            return attributes.isRegularFile() && attributes.size() == 0;
        } catch (IOException vanished) {
            return false;
        }
    }

    private void take(WatchKey key) {
        for (var event : key.pollEvents()) {
            if (event.context() instanceof Path name) {
                touched.add(((Path) key.watchable()).resolve(name));
            }
            if (event.kind() == StandardWatchEventKinds.ENTRY_CREATE && event.context() instanceof Path name) {
                registerIfDirectory(((Path) key.watchable()).resolve(name));
            } else if (event.kind() == StandardWatchEventKinds.OVERFLOW) {
                registerIfDirectory(root);
            }
        }
        key.reset();
    }

    /** A directory can be replaced as a whole, as a checkout of another branch does; the old watch is then blind. */
    private void followReplacement() throws InterruptedException {
        while (!Files.isDirectory(root)) {
            TimeUnit.MILLISECONDS.sleep(UNTIL_IT_IS_BACK.toMillis());
        }
        var present = identity(root);
        if (!present.equals(watched)) {
            watched = present;
            registerIfDirectory(root);
        }
    }

    private static Optional<Object> identity(Path directory) {
        try {
            var attributes = Files.readAttributes(directory, BasicFileAttributes.class);
            return Optional.ofNullable(attributes.fileKey());
        } catch (IOException vanished) {
            return Optional.empty();
        }
    }

    private void registerIfDirectory(Path path) {
        try {
            if (Files.isDirectory(path) && path.startsWith(root)) {
                register(path);
            }
        } catch (IOException vanished) {
            // Its disappearance is an event of its own.
        }
    }

    private void register(Path directory) throws IOException {
        // Manifests behind links are read, so they are watched.
        var sources = new SourceRoot(root);
        Files.walkFileTree(
                directory, EnumSet.of(FileVisitOption.FOLLOW_LINKS), SourceRoot.MOST_DEPTH, new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(Path visited, BasicFileAttributes attributes)
                            throws IOException {
                        if (sources.isSkipped(visited) || sources.follow(visited) != SourceRoot.Folder.READ) {
                            return FileVisitResult.SKIP_SUBTREE;
                        }
                        visited.register(watcher, EVENTS);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException vanished) {
                        return FileVisitResult.CONTINUE;
                    }
                });
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            watcher.close();
        } catch (IOException alreadyClosed) {
            // Nothing is left to free.
        }
    }
}
