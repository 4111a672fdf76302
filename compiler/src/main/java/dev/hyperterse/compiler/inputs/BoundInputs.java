package dev.hyperterse.compiler.inputs;

import dev.hyperterse.catalog.HeaderNames;
import dev.hyperterse.catalog.input.BoundInput;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.Inputs;
import dev.hyperterse.catalog.statement.BoundSource;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.server.setting.Unsupported;
import dev.hyperterse.crds.v1alpha1.input.InputSource;
import dev.hyperterse.crds.v1alpha1.input.InputType;
import dev.hyperterse.crds.v1alpha1.input.ToolInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Parts the inputs that the server binds from those that clients send. */
public final class BoundInputs {
    private static final String RULE = "bound-input";

    private BoundInputs() {}

    /** @param fields what {@code declared} compiled to, in its order */
    static Checked<Inputs.Declared> split(List<ToolInput> declared, List<Input> fields, String path) {
        var sent = new ArrayList<Input>();
        var bound = new ArrayList<BoundInput>();
        var problems = new ArrayList<Problem>();
        for (var index = 0; index < fields.size(); index++) {
            var field = fields.get(index);
            var input = declared.get(index);
            var at = FieldPath.item(path, index);
            input.source()
                    .ifPresentOrElse(
                            source -> {
                                check(input, at, problems);
                                reference(source, at + ".source", problems)
                                        .ifPresent(from -> bound.add(new BoundInput(field, from)));
                            },
                            () -> sent.add(field));
        }
        return Checked.unless(problems, new Inputs.Declared(sent, bound));
    }

    /** Settings that would let a caller without such a value pass. */
    private static void check(ToolInput input, String path, List<Problem> problems) {
        if (input.optional().orElse(false)) {
            problems.add(problem(path + ".optional", "a caller without the value is refused", "remove it"));
        }
        if (input.defaultValue().isPresent()) {
            problems.add(problem(path + ".default", "a caller without the value is refused", "remove it"));
        }
        if (input.type() == InputType.Cursor) {
            problems.add(problem(path + ".type", "clients send cursors, and the server does not", "use another type"));
        }
    }

    private static Optional<BoundSource> reference(InputSource source, String path, List<Problem> problems) {
        if (Stream.of(source.claim(), source.principal(), source.header(), source.path())
                        .filter(Optional::isPresent)
                        .count()
                != 1) {
            problems.add(problem(
                    path,
                    "the source names no value, or several",
                    "set exactly one of claim, principal, header and path"));
            return Optional.empty();
        }
        if (source.header().isPresent()) {
            return header(source.header().get(), path + ".header", problems);
        }
        if (source.path().isPresent()) {
            return source.path().map(BoundSource.Path::new);
        }
        return source.claim().<BoundSource>map(Reference.PrincipalClaim::new).or(() -> source.principal()
                .<BoundSource>flatMap(field -> switch (field) {
                    case Plugin -> Optional.of(new Reference.PrincipalPlugin());
                    case Subject -> Optional.of(new Reference.PrincipalSubject());
                    case Unrecognized -> {
                        problems.add(Unsupported.unknownValue(path + ".principal"));
                        yield Optional.empty();
                    }
                }));
    }

    private static Optional<BoundSource> header(String name, String path, List<Problem> problems) {
        var refused = HeaderNames.refusal(name);
        refused.ifPresent(why -> problems.add(
                problem(path, "the header '%s' cannot be read: %s".formatted(name, why), "use another header")));
        return refused.isPresent()
                ? Optional.empty()
                : Optional.of(new BoundSource.Header(HeaderNames.lowerCase(name)));
    }

    private static Problem problem(String path, String message, String remedy) {
        return Reason.InvalidInputs.problem(path, RULE, "the server binds this input: " + message, remedy);
    }
}
