package dev.hyperterse.runtime.tool.composition;

import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.runtime.tool.composition.LinkedComposition.LinkedCall;
import dev.hyperterse.runtime.tool.script.CalledTools;
import dev.hyperterse.scripts.exchange.QueryRows;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The calls that one call of a composition makes: those of a wave at once, the first of them on its own thread. */
final class ComposedCalls {
    private final CallScope scope;
    private final CalledTools tools;

    ComposedCalls(CallScope scope, CalledTools tools) {
        this.scope = scope;
        this.tools = tools;
    }

    /**
     * Runs a wave. Where a call fails, the others are waited for, because they may change something; the failure is that of the
     * first in order.
     *
     * @return the results by the names of the calls; empty if a tool waits for answers of its client
     */
    Optional<Map<String, QueryRows>> run(List<LinkedCall> wave, ComposedValues values) {
        var running = new ArrayList<Running>(wave.size());
        for (var call : wave) {
            running.add(new Running(call, values.arguments(call)));
        }
        running.forEach(it -> it.part = scope.part());
        CallScope.Listener ending = why -> running.forEach(it -> it.part.end(why));
        scope.listen(ending);
        try {
            running.stream()
                    .skip(1)
                    .forEach(it -> Thread.ofVirtual().name("composed call").start(it));
            running.getFirst().run();
            running.forEach(it -> it.ended.join());
        } finally {
            scope.forget(ending);
        }
        return results(running);
    }

    private static Optional<Map<String, QueryRows>> results(List<Running> running) {
        var failed = running.stream().flatMap(it -> it.failure.stream()).findFirst();
        var results = new LinkedHashMap<String, QueryRows>();
        running.forEach(it -> it.result.ifPresent(result -> results.put(it.call.name(), result)));
        if (failed.isEmpty() && results.size() == running.size()) {
            return Optional.of(results);
        }
        results.values().forEach(QueryRows::close);
        failed.ifPresent(ComposedCalls::rethrow);
        return Optional.empty();
    }

    private static void rethrow(Throwable failure) {
        switch (failure) {
            case RuntimeException fault -> throw fault;
            case Error fault -> throw fault;
            default -> throw new IllegalStateException(failure);
        }
    }

    /** One call; what it has is read once it has ended. */
    private final class Running implements Runnable {
        private final LinkedCall call;
        private final String arguments;
        private final CompletableFuture<Void> ended = new CompletableFuture<>();
        private CallScope part;
        private Optional<QueryRows> result = Optional.empty();
        private Optional<Throwable> failure = Optional.empty();

        Running(LinkedCall call, String arguments) {
            this.call = call;
            this.arguments = arguments;
        }

        @Override
        public void run() {
            try (var until = part) {
                result = tools.call(call.tool(), arguments, until);
            } catch (RuntimeException | Error fault) {
                failure = Optional.of(fault);
            } finally {
                ended.complete(null);
            }
        }
    }
}
