package dev.hyperterse.compiler.leaf.tool;

import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.request.RequestMethod;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.crds.v1alpha1.tool.Hints;
import dev.hyperterse.statement.sql.StatementEffect;
import java.util.ArrayList;
import java.util.Optional;

/**
 * The hints of a tool's effect. Clients skip a person's consent because of them, so an author may warn of more than
 * the statement shows, and not of less.
 */
final class HintsCompiler {
    private static final String PATH = "spec.hints.";
    private static final String RULE = "hints-say-no-less";

    private HintsCompiler() {}

    static Checked<ToolLeaf.Hints> compile(Hints author, Optional<Boolean> confirm, StatementEffect effect) {
        var problems = new ArrayList<Problem>();
        if (author.readOnly().equals(Optional.of(true)) && writes(effect)) {
            problems.add(Reason.InvalidSpec.problem(
                    PATH + "readOnly",
                    RULE,
                    "the hint readOnly is true, and the statement writes",
                    "remove the hint, or write false"));
        }
        if (author.destructive().equals(Optional.of(false)) && effect == StatementEffect.CHANGES) {
            problems.add(Reason.InvalidSpec.problem(
                    PATH + "destructive",
                    RULE,
                    "the hint destructive is false, and the statement changes or removes rows",
                    "remove the hint, or write true"));
        }
        var destructive = author.destructive().or(() -> destructive(effect));
        var asks = confirm.filter(it -> it);
        if (asks.isPresent() && !destructive.equals(asks)) {
            problems.add(Reason.InvalidSpec.problem(
                    "spec.confirm",
                    "confirm-destructive",
                    "confirm is for tools with the hint destructive",
                    "write hints: {destructive: true}, or remove confirm"));
        }
        return Checked.unless(
                problems,
                new ToolLeaf.Hints(
                        author.readOnly().or(() -> readOnly(effect)),
                        destructive,
                        author.idempotent(),
                        author.openWorld(),
                        asks));
    }

    /** The hints of a request: what its method says, unless its author says otherwise. */
    static Hints ofMethod(RequestMethod method, Hints author) {
        return new Hints(
                author.readOnly().or(() -> Optional.of(method.isSafe())),
                author.destructive().or(() -> destructive(method)),
                author.idempotent().or(() -> Optional.of(true).filter(_ -> method.isIdempotent() && !method.isSafe())),
                author.openWorld());
    }

    private static Optional<Boolean> destructive(RequestMethod method) {
        return switch (method) {
            case GET, HEAD, POST -> Optional.empty();
            case PUT, PATCH, DELETE -> Optional.of(true);
        };
    }

    private static boolean writes(StatementEffect effect) {
        return switch (effect) {
            case NONE, UNKNOWN -> false;
            case ADDS, CHANGES, WRITES -> true;
        };
    }

    private static Optional<Boolean> readOnly(StatementEffect effect) {
        return switch (effect) {
            case NONE -> Optional.of(true);
            case UNKNOWN -> Optional.empty();
            case ADDS, CHANGES, WRITES -> Optional.of(false);
        };
    }

    private static Optional<Boolean> destructive(StatementEffect effect) {
        return switch (effect) {
            case NONE, UNKNOWN, WRITES -> Optional.empty();
            case ADDS -> Optional.of(false);
            case CHANGES -> Optional.of(true);
        };
    }
}
