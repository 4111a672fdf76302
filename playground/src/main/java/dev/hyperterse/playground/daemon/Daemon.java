package dev.hyperterse.playground.daemon;

import dev.hyperterse.controlplane.Program;
import dev.hyperterse.controlplane.Programs;
import dev.hyperterse.controlplane.Provision;
import dev.hyperterse.playground.Playground;
import dev.hyperterse.playground.PlaygroundException;
import dev.hyperterse.playground.PlaygroundOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The process that runs a playground until it is asked to end. Its arguments: folder, folder of the programs, operators. */
final class Daemon {
    private static final Duration LOOK = Duration.ofMillis(500);

    private final DaemonFolder folder;
    private final List<String> steps = new CopyOnWriteArrayList<>();
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);

    private Daemon(DaemonFolder folder) {
        this.folder = folder;
    }

    public static void main(String[] arguments) throws InterruptedException {
        var folder = new DaemonFolder(Path.of(arguments[0]));
        folder.identity(DaemonIdentity.of(ProcessHandle.current()));
        new Daemon(folder).run(new Programs(Path.of(arguments[1]), System.err), Integer.parseInt(arguments[2]));
    }

    private void run(Programs programs, int operators) throws InterruptedException {
        var options = PlaygroundOptions.product()
                .in(folder.home())
                .withOperators(operators)
                .telling(this::began);
        Runtime.getRuntime().addShutdownHook(new Thread(this::askAndWait));
        try (var playground = start(programs, options)) {
            // The first place where people try things; other namespaces are opened by their owners.
            playground.openGateway("default");
            do {
                folder.status(PlaygroundStatus.ready(playground, steps, folder.log()));
            } while (!asked.await(LOOK.toMillis(), TimeUnit.MILLISECONDS));
        } catch (RuntimeException failed) {
            failed.printStackTrace();
            folder.status(PlaygroundStatus.failed(String.valueOf(failed.getMessage()), folder.log()));
        } finally {
            ended.countDown();
        }
    }

    private static Playground start(Programs programs, PlaygroundOptions options) {
        return switch (programs.provide(Program.values())) {
            case Provision.Available available -> Playground.start(available, options);
            case Provision.Unavailable(var reason) -> throw new PlaygroundException(reason);
        };
    }

    private void began(String step) {
        steps.add(step);
        folder.status(PlaygroundStatus.starting(steps, folder.log()));
    }

    /** A signal: its sender waits until everything is gone. */
    private void askAndWait() {
        asked.countDown();
        try {
            ended.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
