package dev.hyperterse.runtime.live;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Input;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.runtime.adapter.Adapters;
import dev.hyperterse.runtime.adapter.Handover;
import dev.hyperterse.runtime.call.CallOutcome;
import dev.hyperterse.runtime.call.CallScope;
import dev.hyperterse.runtime.call.JsonSpan;
import dev.hyperterse.runtime.call.Stage;
import dev.hyperterse.runtime.memory.ResultBuffer;
import dev.hyperterse.runtime.tool.LinkSettings;
import dev.hyperterse.runtime.tool.LinkedTool;
import dev.hyperterse.runtime.tool.ToolLinker;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Tools without a database. What one does hangs on its name: {@code fail} fails, {@code break} throws, {@code wait}
 * blocks until released or ended, {@code big} answers a lot, any other answers one row with its name and arguments.
 */
public final class FakeLinker implements ToolLinker {
    private final List<String> linked = new CopyOnWriteArrayList<>();
    private final AtomicInteger calls = new AtomicInteger();
    private final CountDownLatch release = new CountDownLatch(1);
    private final CountDownLatch waiting = new CountDownLatch(1);
    private final CompletableFuture<CallScope.End> ended = new CompletableFuture<>();

    /** No adapters, so nothing to connect. */
    public static Adapters noAdapters() {
        return new Adapters(
                (settings, permits) -> {
                    throw new IllegalStateException("no adapter was configured");
                },
                Handover.standard());
    }

    @Override
    public LinkedTool link(ToolLeaf tool, LinkSettings settings) {
        linked.add(tool.name());
        if (tool.name().equals("unlinkable")) {
            throw new IllegalStateException("no such thing");
        }
        return (arguments, principal, scope, out) -> call(tool, arguments, scope, out);
    }

    private CallOutcome call(ToolLeaf tool, JsonSpan arguments, CallScope scope, ResultBuffer out) {
        calls.incrementAndGet();
        return switch (tool.name()) {
            case "fail" -> new CallOutcome.Failed(Stage.EXECUTION, "relation \"nothing\" does not exist (42P01)");
            case "break" -> throw new IllegalStateException("a fault of ours with a secret in it");
            case "wait" -> {
                await(scope);
                yield scope.ended()
                        .map(end -> (CallOutcome) CallScope.failure(end).outcome())
                        .orElseGet(() -> rows(out, tool.name(), arguments));
            }
            case "big" -> {
                out.json('[').quoted("x".repeat(3 << 20)).json(']');
                yield new CallOutcome.Completed(1);
            }
            default -> rows(out, tool.name(), arguments);
        };
    }

    @Override
    public LinkedTool link(List<Input> inputs, Action action, Optional<Long> timeoutMillis, LinkSettings settings) {
        linked.add("computed");
        return (arguments, principal, scope, out) -> rows(out, "computed", arguments);
    }

    private static CallOutcome rows(ResultBuffer out, String name, JsonSpan arguments) {
        out.json("[{\"tool\":".getBytes(StandardCharsets.UTF_8)).quoted(name);
        out.json(",\"arguments\":".getBytes(StandardCharsets.UTF_8));
        out.json(arguments.bytes(), arguments.from(), arguments.to());
        out.json("}]".getBytes(StandardCharsets.UTF_8));
        return new CallOutcome.Completed(1);
    }

    private void await(CallScope scope) {
        CallScope.Listener listener = end -> {
            ended.complete(end);
            release.countDown();
        };
        scope.listen(listener);
        waiting.countDown();
        try {
            release.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        scope.forget(listener);
    }

    /** The names linked so far, in order. */
    public List<String> linked() {
        return linked;
    }

    /** How many calls of tools were begun. */
    public int calls() {
        return calls.get();
    }

    /** Returns once a call of {@code wait} is blocked. */
    public void awaitWaiting() throws InterruptedException {
        waiting.await();
    }

    /** Lets {@code wait} answer. */
    public void release() {
        release.countDown();
    }

    /** How a blocked call was ended from outside. */
    public CompletableFuture<CallScope.End> ended() {
        return ended;
    }
}
