package dev.hyperterse.scripts.host;

import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.scripts.exchange.ScriptCall;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.json.JsonMapper;

/** The requests of a run to tools of its server: calls, searches and descriptions. */
record RunTools(ScriptCall call, RunQueries queries) {
    /** Bytes for a character that a program sends: the text, and its bytes while the tool runs. */
    private static final long SENT_CHARACTER = 4;

    /** A hundred names of tools. */
    private static final int LONGEST_NAMES = 16 * 1024;

    boolean call(int id, String tool, String inputs) {
        return sent(id, inputs.length(), scope -> call.tools()
                .call(tool, inputs, scope)
                .<RunQueries.Answer>map(RunQueries.Answer.Read::new)
                .orElseGet(RunQueries.Answer.NextRound::new));
    }

    boolean search(int id, String query) {
        return sent(
                id,
                query.length(),
                scope -> new RunQueries.Answer.Read(call.tools().search(query, scope)));
    }

    boolean describe(int id, String json) {
        var names = names(json);
        return sent(id, 0, scope -> new RunQueries.Answer.Read(call.tools().describe(names, scope)));
    }

    /** Texts of a script are in its own memory; while requests wait for their turn, they are also in that of the call. */
    private boolean sent(int id, int characters, Function<CallScope, RunQueries.Answer> work) {
        var buffer = call.buffers().get();
        var memory = buffer.reservation();
        var begun = false;
        try {
            memory.take(SENT_CHARACTER * characters);
            begun = queries.add(id, call.context().scope(), scope -> {
                try (buffer;
                        memory) {
                    return work.apply(scope);
                }
            });
            return begun;
        } finally {
            if (!begun) {
                memory.close();
                buffer.close();
            }
        }
    }

    private static List<String> names(String json) {
        if (json.length() > LONGEST_NAMES) {
            throw new IllegalArgumentException("too many names");
        }
        return List.of(JsonMapper.shared().readValue(json, String[].class));
    }
}
