package dev.hyperterse.engines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.adapter.AdapterState;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.runtime.tool.TestCalls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What holds of a password in a file, whatever engine asks for it. */
public abstract class PasswordFileContract {
    /** Below the folder of secrets. */
    protected static final String FILE = "db/password";

    private static final int CALLERS = 6;

    @TempDir
    private Path secrets;

    private TestCalls calls;

    /** With two connections, as a user {@code app} whose password is in the file. */
    protected abstract Adapter adapter();

    protected abstract Map<ValueKey, String> values();

    /** Makes the user with it where there is none. */
    protected abstract void changePassword(String password);

    /** Ends the connections of the user, as an administrator does. */
    protected abstract void endConnections();

    protected abstract String read(TestCalls calls);

    @BeforeEach
    void connect() throws IOException {
        changePassword("first");
        write("first");
        calls = new TestCalls(secrets);
        calls.reconfigure(adapter(), values());
    }

    @AfterEach
    void disconnect() {
        calls.close();
    }

    @Test
    void passwordChangeFailsNoCall() throws Exception {
        var expected = read(calls);
        var failures = new ConcurrentLinkedQueue<String>();
        var answered = new AtomicInteger();
        var over = new AtomicBoolean();
        List<Thread> callers = new ArrayList<>();
        for (var caller = 0; caller < CALLERS; caller++) {
            callers.add(Thread.ofVirtual().start(() -> {
                while (!over.get()) {
                    var answer = read(calls);
                    if (!answer.equals(expected)) {
                        failures.add(answer);
                    }
                    answered.incrementAndGet();
                }
            }));
        }
        for (var password : List.of("second", "third")) {
            awaitMore(answered);
            changePassword(password);
            // Until the file has it, calls share the connections that are open.
            awaitMore(answered);
            write(password);
            endConnections();
            awaitMore(answered);
        }
        over.set(true);
        for (var caller : callers) {
            caller.join();
        }
        assertThat(failures).isEmpty();
        assertThat(state()).isEqualTo(AdapterState.up(TestCalls.ADAPTER));
    }

    @Test
    void fileThatAppearsLaterConnectsTheAdapter() throws IOException {
        var expected = read(calls);
        Files.delete(secrets.resolve(FILE));
        try (var late = new TestCalls(secrets)) {
            late.reconfigure(adapter(), values());
            assertThat(read(late)).isEqualTo("unavailable: adapter db unavailable");
            assertThat(late.adapters().states().getFirst())
                    .isEqualTo(AdapterState.down(TestCalls.ADAPTER, "the password file cannot be read"));
            write("first");
            await(() -> read(late).equals(expected));
        }
    }

    @Test
    void wrongPasswordInTheFileIsReportedUntilItIsRight() throws IOException {
        write("wrong");
        try (var wrong = new TestCalls(secrets)) {
            wrong.reconfigure(adapter(), values());
            assertThat(read(wrong)).isEqualTo("unavailable: adapter db unavailable");
            assertThat(wrong.adapters().states().getFirst())
                    .isEqualTo(AdapterState.down(TestCalls.ADAPTER, "authentication failed"));
            write("first");
            await(() -> wrong.adapters().states().getFirst().equals(AdapterState.up(TestCalls.ADAPTER)));
        }
    }

    protected final TestCalls calls() {
        return calls;
    }

    /** As tools that renew secrets write it: another file in its place. */
    protected final void write(String password) throws IOException {
        var file = secrets.resolve(FILE);
        Files.createDirectories(file.getParent());
        var next = Files.writeString(file.resolveSibling("next"), password + "\n");
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private AdapterState state() {
        return calls.adapters().states().getFirst();
    }

    private static void awaitMore(AtomicInteger answered) {
        var goal = answered.get() + 100;
        await(() -> answered.get() >= goal);
    }

    protected static void await(BooleanSupplier condition) {
        var end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("the condition holds in time").isLessThan(end);
            LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
        }
    }

    /** The adapter with another engine and two connections. */
    protected static Adapter adapter(dev.hyperterse.catalog.server.adapter.Engine engine) {
        return new Adapter(
                TestCalls.ADAPTER,
                Adapter.Access.ReadOnly,
                new Adapter.Pool(2, 1, 10_000, 600_000, 1_800_000),
                10_000,
                1000,
                engine);
    }

    protected static Optional<String> file() {
        return Optional.of(FILE);
    }
}
