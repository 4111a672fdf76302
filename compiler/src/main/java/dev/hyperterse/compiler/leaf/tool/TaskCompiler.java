package dev.hyperterse.compiler.leaf.tool;

import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.server.setting.Measures;
import dev.hyperterse.crds.v1alpha1.tool.ToolTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How long the calls of a tool may take as tasks, and how long their results are kept. */
final class TaskCompiler {
    private static final String PATH = "spec.task.";
    private static final long SHORTEST = Duration.ofSeconds(1).toMillis();
    private static final long LONGEST_WAIT = Duration.ofMinutes(1).toMillis();
    private static final long LONGEST = Duration.ofDays(1).toMillis();
    private static final long USUAL_KEEP = Duration.ofMinutes(5).toMillis();

    private final List<Problem> problems = new ArrayList<>();

    private TaskCompiler() {}

    static Checked<ToolLeaf.Task> compile(ToolTask declared) {
        return new TaskCompiler().task(declared);
    }

    private Checked<ToolLeaf.Task> task(ToolTask declared) {
        var after = measured("after", declared.after(), 1, LONGEST_WAIT, "a duration up to 1m")
                .orElse(0L);
        var timeout = measured("timeout", declared.timeout(), SHORTEST, LONGEST, "a duration from 1s to 24h");
        var keep = measured("keep", declared.keep(), SHORTEST, LONGEST, "a duration from 1s to 24h")
                .orElse(USUAL_KEEP);
        return Checked.unless(problems, new ToolLeaf.Task(declared.required().orElse(false), after, timeout, keep));
    }

    private Optional<Long> measured(String field, Optional<String> text, long least, long most, String range) {
        return text.flatMap(written -> {
            var within = Measures.millis(written).filter(it -> it >= least && it <= most);
            if (within.isEmpty()) {
                problems.add(Reason.InvalidSpec.problem(
                        PATH + field, "task-duration", "'%s' is not %s".formatted(written, range), "use " + range));
            }
            return within;
        });
    }
}
