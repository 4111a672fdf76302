package dev.hyperterse.scripts.host;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.CallRounds;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.context.ClientRequest;
import dev.hyperterse.calls.context.LoggingLevel;
import dev.hyperterse.calls.context.Progress;
import dev.hyperterse.calls.context.UndeclaredCapability;
import dev.hyperterse.scripts.author.AuthorOutput;
import dev.hyperterse.scripts.author.LoggedScripts;
import dev.hyperterse.scripts.author.ScriptOwner.Kind;
import dev.hyperterse.scripts.author.ScriptPlace;
import dev.hyperterse.scripts.exchange.ScriptCall;
import dev.hyperterse.scripts.exchange.ScriptResult;
import dev.hyperterse.telemetry.logging.BackgroundTurn;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The only access of a script to the host: one function with a name and arguments. It returns texts, numbers and
 * booleans, and never an object of the host.
 */
public final class ScriptHost implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ScriptHost.class);
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final CallFailure ENDED = new CallFailure(Stage.INTERNAL, "the script was ended");
    /** The answer to a call whose arguments have the wrong types; prelude.js throws a TypeError. */
    public static final int REFUSED = -1;

    /** Programs may only compute, and call tools: the client and the replica's log belong to others. */
    private static final Set<String> OF_PROGRAMS = Set.of(
            "result",
            "error",
            "wait",
            "forget",
            "call",
            "search",
            "describe",
            "cancelled",
            "uuid",
            "ascii",
            "ipv6",
            "console");

    private static final int MOST_LINES = 200;
    private static final int LONGEST_LINE = 4_000;
    private static final int LONGEST_MESSAGE = 500;
    private static final long LONGEST_WAIT = TimeUnit.DAYS.toMillis(1);

    private final ScriptProgram program;
    private final ScriptCall call;
    private final RunEnd end;
    private final RunTimers timers;
    private final RunQueries queries;
    private final RunFetches fetches;
    private final RunTools tools;
    private final RunClient client;
    private final ScriptPlace place;
    private final RunFacts facts;
    private final Map<Integer, UndeclaredCapability> rejected = new HashMap<>();
    private Optional<String> requestKey = Optional.empty();
    private int lines;

    public ScriptHost(
            ScriptProgram program,
            ScriptCall call,
            RunEnd end,
            long timeoutMillis,
            RunTimers timers,
            RunQueries queries,
            RunFetches fetches) {
        this.program = program;
        this.call = call;
        this.end = end;
        this.timers = timers;
        this.queries = queries;
        this.fetches = fetches;
        this.tools = new RunTools(call, queries);
        this.client = new RunClient(program.owner(), call, end, queries);
        this.place = ScriptPlace.of(program.owner().kind());
        this.facts = RunFacts.of(program, call, timeoutMillis);
    }

    public RunSubject subject() {
        return new RunSubject(program.owner().kind(), program.owner().name(), call.uri());
    }

    /** The kind of definition in payloads and log lines. */
    private String word() {
        return program.owner().kind().word();
    }

    /**
     * Executes an operation for a script.
     *
     * @param arguments from the second on; the first is the operation
     * @return {@link #REFUSED} if the arguments have other types than the operation takes
     */
    public Object execute(String operation, HostArguments arguments) {
        try {
            return executed(operation, arguments);
        } catch (CallFailure failure) {
            end.failed(failure);
            return REFUSED;
        } catch (ClassCastException
                | IllegalArgumentException
                | NullPointerException
                | UnsupportedOperationException
                | IndexOutOfBoundsException
                | JacksonException malformed) {
            return REFUSED;
        }
    }

    /** An internal error of an operation ends the run. */
    public Object broke(RuntimeException fault) {
        BackgroundTurn.failed("script", fault);
        end.failed(new CallFailure(Stage.INTERNAL, "internal error"));
        return REFUSED;
    }

    private Object executed(String operation, HostArguments arguments) {
        if (program.owner().kind() == Kind.PROGRAM && !OF_PROGRAMS.contains(operation)) {
            throw new IllegalArgumentException(operation);
        }
        switch (operation) {
            case "rows" ->
                returned(isJson(arguments, 1, '['), new ScriptResult.Rows(arguments.text(1), arguments.integer(2)));
            case "value" -> end.returned(new ScriptResult.Value(arguments.text(1)));
            case "result" ->
                returned(
                        isJson(arguments, 1, '[') && isJson(arguments, 2, '{') && isJson(arguments, 4, '{'),
                        new ScriptResult.Whole(
                                arguments.text(1), text(arguments, 2), arguments.flag(3), text(arguments, 4)));
            case "error" -> failed(message(arguments), arguments.text(2), arguments.integer(3));
            case "wait" -> {
                return timers.add(arguments.integer(1), Math.clamp(arguments.millis(2), 0, LONGEST_WAIT));
            }
            case "query" -> {
                return query(arguments.integer(1), arguments.text(2), text(arguments, 3));
            }
            case "fetch" -> {
                var id = arguments.integer(1);
                return fetches.fetch(
                        id,
                        arguments.text(2),
                        arguments,
                        3,
                        work -> queries.add(
                                id, call.context().scope(), scope -> new RunQueries.Answer.Read(work.apply(scope))));
            }
            case "fetched text" -> {
                return fetches.text(arguments.integer(1));
            }
            case "fetched bytes" -> fetches.bytes(arguments.integer(1), arguments, 2);
            case "elicit" -> {
                return ask(ClientRequest.Method.ELICIT, arguments);
            }
            case "sample" -> {
                return ask(ClientRequest.Method.SAMPLE, arguments);
            }
            case "roots" -> {
                return ask(ClientRequest.Method.ROOTS, arguments);
            }
            case "client" -> {
                return client.execute(arguments.text(1), arguments);
            }
            case "ascii" -> {
                return HostNames.ascii(arguments.text(1));
            }
            case "ipv6" -> {
                return HostNames.ipv6(arguments.text(1));
            }
            case "call" -> {
                return tools.call(arguments.integer(1), arguments.text(2), arguments.text(3));
            }
            case "search" -> {
                return tools.search(arguments.integer(1), arguments.text(2));
            }
            case "describe" -> {
                return tools.describe(arguments.integer(1), arguments.text(2));
            }
            case "forget" -> timers.remove(arguments.integer(1));
            case "cancelled" -> {
                return call.context().scope().ended().isPresent();
            }
            case "uuid" -> {
                return UUID.randomUUID().toString();
            }
            case "kept" -> {
                return rounds().flatMap(it -> it.kept(place.key(arguments.text(1))))
                        .orElse(null);
            }
            case "keep" -> rounds().ifPresent(it -> it.keep(place.key(arguments.text(1)), arguments.text(2)));
            case "fact" -> {
                return fact(arguments.text(1));
            }
            case "progress" ->
                progress(new Progress(
                        arguments.number(1),
                        arguments.isNull(2) ? OptionalDouble.empty() : OptionalDouble.of(arguments.number(2)),
                        text(arguments, 3).map(message -> bounded(message, LONGEST_MESSAGE))));
            case "log" -> log(arguments.text(1), arguments.text(2));
            case "console" -> console(arguments.text(1), arguments.text(2), arguments.text(3));
            default -> throw new IllegalArgumentException(operation);
        }
        return true;
    }

    /** QuickJS throws null when it has no memory for the error. */
    private static String message(HostArguments error) {
        var message = error.text(1);
        return message.equals("null") && error.memoryWasNearlyFull() ? "out of memory" : message;
    }

    /** The script failed; the number is that of the rejected promise that it did not catch. */
    private void failed(String message, String stack, int number) {
        var failure = failure(message, stack);
        end.threw(Optional.<CallFailure>ofNullable(rejected.get(number)).orElse(failure));
    }

    private Optional<CallRounds> rounds() {
        return call.context().client().rounds();
    }

    private String fact(String name) {
        return name.equals("request key") ? JSON.writeValueAsString(requestKey()) : facts.json(name);
    }

    /** A key that is constant during a run, and in all rounds of its call. */
    private String requestKey() {
        var key = requestKey
                .or(() -> rounds().map(it -> it.requestKey(place.key(""))))
                .orElseGet(() -> UUID.randomUUID().toString());
        requestKey = Optional.of(key);
        return key;
    }

    private boolean ask(ClientRequest.Method method, HostArguments arguments) {
        return client.ask(method, arguments.integer(1), arguments.text(2), arguments.text(3));
    }

    private boolean query(int id, String name, Optional<String> inputs) {
        return queries.add(
                id,
                call.context().scope(),
                scope -> new RunQueries.Answer.Read(call.queries().run(name, inputs, scope)));
    }

    /** The turn of the timer with that number has begun. */
    public void settled(int id) {
        timers.remove(id);
    }

    /** The promise with that number is rejected with that failure. */
    public void rejected(int id, UndeclaredCapability failure) {
        rejected.put(id, failure);
    }

    /** The event after which the script continues. */
    public WaitsFor waitsFor() {
        return timers.any() ? WaitsFor.THIS_RUN : queries.waitsFor();
    }

    /** The failure of a turn that did not complete: the module threw, a limit was exceeded, or the run has ended. */
    public CallFailure failure(ScriptFault fault) {
        return switch (fault.kind()) {
            case THROWN -> failure(fault.getMessage(), fault.stack());
            case MEMORY -> new CallFailure(Stage.EXECUTION, "the script needs more memory than a script may use");
            case DEPTH -> new CallFailure(Stage.EXECUTION, "the script nests calls too deeply");
            case STOPPED -> ENDED;
            case BROKEN -> {
                LOG.atError()
                        .addKeyValue("event", "script_engine_broke")
                        .addKeyValue(word(), program.owner().name())
                        .setCause(program.owner().kind().isConfidential() ? null : fault.getCause())
                        .log("internal error of the script engine");
                yield ENDED;
            }
        };
    }

    /** The caller gets the message, and only the author the stack. */
    private CallFailure failure(String message, String stack) {
        return new CallFailure(Stage.EXECUTION, program.failed(message, stack));
    }

    private void progress(Progress progress) {
        end.notice(() -> call.context().client().progress(progress));
    }

    private void log(String spelling, String json) {
        var level = LoggingLevel.find(spelling).orElse(LoggingLevel.info);
        if (json.length() <= LONGEST_LINE && call.context().client().logs(level)) {
            var data = JSON.createObjectNode().put(word(), program.owner().name());
            data.set("data", JSON.readTree(json));
            end.notice(() -> call.context().client().log(level, data));
        }
    }

    private void console(String level, String stack, String text) {
        if (++lines <= MOST_LINES) {
            program.output().printed(level, stack, text);
        } else if (lines == MOST_LINES + 1) {
            program.output()
                    .printed(
                            "warn", "", "a run prints at most %d lines; the others are left out".formatted(MOST_LINES));
        }
    }

    private void returned(boolean wellFormed, ScriptResult result) {
        if (wellFormed) {
            end.returned(result);
        } else {
            end.threw(new CallFailure(Stage.EXECUTION, "toJSON changes the form of what the script returned"));
        }
    }

    /** Whether the JSON begins as expected, or is absent: {@code toJSON} of arrays and objects can return anything. */
    private static boolean isJson(HostArguments arguments, int index, char beginning) {
        return text(arguments, index).stream().allMatch(it -> !it.isEmpty() && it.charAt(0) == beginning);
    }

    private static Optional<String> text(HostArguments arguments, int index) {
        return arguments.isNull(index) ? Optional.empty() : Optional.of(arguments.text(index));
    }

    /** One line of at most that many characters. */
    private static String bounded(String text, int longest) {
        return LoggedScripts.oneLine(AuthorOutput.bounded(text, longest));
    }

    @Override
    public void close() {
        timers.close();
        queries.close();
        fetches.close();
        client.close();
    }
}
