package dev.hyperterse.runtime.live;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.CallerHash;
import dev.hyperterse.calls.Outcome.Ended;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.adapter.Adapters;
import dev.hyperterse.calls.adapter.Handover;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.catalog.PromptLeaf;
import dev.hyperterse.catalog.ResourceLeaf;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.server.CodeSettings;
import dev.hyperterse.runtime.decision.DecisionPoints;
import dev.hyperterse.runtime.history.CallHistory;
import dev.hyperterse.runtime.tool.LinkSettings;
import dev.hyperterse.runtime.tool.ToolLinker;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import dev.hyperterse.runtime.tool.call.ToolCall;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Tools without a database. The behaviour follows the name: {@code fail} fails, {@code break} throws, {@code wait}
 * blocks until released or ended, {@code big} answers a lot, {@code whoami} says who calls, any other answers one row with its name and arguments.
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
                (adapter, values, maxResultSize) -> {
                    throw new IllegalStateException("no adapter was configured");
                },
                Handover.standard());
    }

    /** Catalogs without adapters, a history and a hash of callers. */
    public static LiveCatalogs catalogs(ToolLinker linker) {
        return new LiveCatalogs(
                linker,
                noAdapters(),
                new DecisionPoints(InstantSource.system(), new MetricRegistry()),
                CallHistory.NONE,
                CallerHash.NONE);
    }

    @Override
    public LinkedTool link(ToolLeaf tool, LinkSettings settings) {
        linked.add(tool.name());
        if (tool.name().equals("unlinkable")) {
            throw new IllegalStateException("no such thing");
        }
        return call -> {
            call(tool, call);
            return Ended.COMPLETED;
        };
    }

    private void call(ToolLeaf tool, ToolCall call) {
        calls.incrementAndGet();
        switch (tool.name()) {
            case "fail" -> throw new CallFailure(Stage.EXECUTION, "relation \"nothing\" does not exist (42P01)");
            case "break" -> throw new IllegalStateException("a fault of ours with a secret in it");
            case "wait" -> {
                await(call.context().scope());
                call.context().scope().check();
                rows(tool.name(), call);
            }
            case "big" -> {
                call.result().beginRows().json('[').quoted("x".repeat(3 << 20)).json(']');
                call.result().endRows(1);
            }
            case "whoami" -> subject(call);
            default -> rows(tool.name(), call);
        }
    }

    @Override
    public LinkedTool link(CodeSettings code, LinkSettings settings) {
        linked.add("programs");
        return call -> {
            rows("programs", call);
            return Ended.COMPLETED;
        };
    }

    @Override
    public LinkedTool link(PromptLeaf prompt, PromptLeaf.Computed messages, LinkSettings settings) {
        linked.add("messages");
        return call -> {
            rows("messages", call);
            return Ended.COMPLETED;
        };
    }

    @Override
    public LinkedTool link(ResourceLeaf resource, ResourceLeaf.Body.Computed contents, LinkSettings settings) {
        linked.add("computed");
        return call -> {
            rows("computed", call);
            return Ended.COMPLETED;
        };
    }

    private static void rows(String name, ToolCall call) {
        var out = call.result().beginRows();
        var arguments = call.arguments();
        out.json("[{\"tool\":".getBytes(StandardCharsets.UTF_8)).quoted(name);
        out.json(",\"arguments\":".getBytes(StandardCharsets.UTF_8));
        out.json(arguments.bytes(), arguments.from(), arguments.to());
        out.json("}]".getBytes(StandardCharsets.UTF_8));
        call.result().endRows(1);
    }

    private static void subject(ToolCall call) {
        call.result()
                .beginRows()
                .json('[')
                .quoted(call.context().principal().subject().orElse(""))
                .json(']');
        call.result().endRows(1);
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
