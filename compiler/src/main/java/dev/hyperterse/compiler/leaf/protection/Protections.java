package dev.hyperterse.compiler.leaf.protection;

import dev.hyperterse.catalog.AccessPolicy;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.compiler.leaf.link.Links;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import java.util.Optional;

/**
 * What protects a definition now. An older version is served in its place only if its author protected it by the same
 * sections. What the server and the namespaces add to those may have changed since, so it is applied to the older version.
 *
 * @param written the digest of the sections of the definition
 * @param access who may use it, by the definition and the server
 * @param callers whose scripts may call it, by the labels that namespaces have now
 */
public record Protections(Optional<String> written, Optional<AccessPolicy> access, Optional<ToolLeaf.Callers> callers) {
    /** Those that a definition has. */
    public static Protections of(Leaf leaf) {
        var callers = leaf instanceof ToolLeaf tool ? tool.callableFrom() : Optional.<ToolLeaf.Callers>empty();
        return new Protections(leaf.protections(), leaf.access(), callers);
    }

    /** Those of a faulty definition. Access that does not compile fails closed before it is asked for here. */
    public static Protections of(Optional<String> written, Links links) {
        return new Protections(written, links.access().valid().orElseGet(Optional::empty), links.callers());
    }

    /** The older version as it may be served now, or why it may not. */
    public Checked<Leaf> over(Leaf older) {
        if (!written.equals(older.protections())) {
            return Checked.faulty(changed());
        }
        return Checked.sound(
                older instanceof ToolLeaf tool
                        ? tool.with(draft -> {
                            draft.access = access;
                            draft.callableFrom = callers;
                        })
                        : older.with(access));
    }

    private static Problem changed() {
        return Problem.of(
                        Reason.LastGoodLessStrict,
                        "spec",
                        "last-good-as-strict",
                        "the last good version is not served in the meantime, because it was protected by other settings",
                        "fix the definition, or leave auth, callableFrom, limits, confirm, hints, sources of inputs,"
                                + " session, role and substitution as they were until it is fixed")
                .failingClosed();
    }
}
