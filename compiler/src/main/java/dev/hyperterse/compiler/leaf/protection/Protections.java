package dev.hyperterse.compiler.leaf.protection;

import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.result.ResultRules;
import dev.hyperterse.compiler.leaf.link.Links;
import dev.hyperterse.compiler.leaf.link.ResultDefaults;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.crds.v1alpha1.LeafSpec;
import dev.hyperterse.crds.v1alpha1.ToolSpec;
import dev.hyperterse.crds.v1alpha1.result.ToolResult;
import java.util.Optional;

/**
 * What protects a definition now. An older version is served in its place only if its author protected it by the same
 * sections. What the server and the namespaces add to those may have changed since, so it is applied to the older version.
 *
 * @param written the digest of the sections of the definition
 * @param access who may use it, by the definition and the server
 * @param callers whose scripts may call it, by the labels that namespaces have now
 * @param marked whether strangers write what it returns, by the definition and the server; an older version that was
 *     marked stays so
 */
public record Protections(
        Optional<String> written, Optional<AccessPolicy> access, Optional<ToolLeaf.Callers> callers, boolean marked) {
    /** Those that a definition has. */
    public static Protections of(Leaf leaf) {
        return leaf instanceof ToolLeaf tool
                ? new Protections(tool.protections(), tool.access(), tool.callableFrom(), tool.returnsMarked())
                : new Protections(leaf.protections(), leaf.access(), Optional.empty(), false);
    }

    /** Those of a faulty definition. */
    public static Protections of(LeafSpec spec, Links links) {
        // Access that does not compile fails closed before it is asked for here.
        return new Protections(
                ProtectedSections.digest(spec),
                links.access().valid().orElseGet(Optional::empty),
                links.callers(),
                spec instanceof ToolSpec tool && isMarked(tool, links));
    }

    private static boolean isMarked(ToolSpec tool, Links links) {
        var untrusted = tool.result().flatMap(ToolResult::untrusted);
        return ResultDefaults.isMarked(untrusted, links.result().marked());
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
                            if (marked) {
                                draft.result = Optional.of(
                                        draft.result.orElse(ResultRules.NONE).asMarked());
                            }
                        })
                        : older.with(access));
    }

    private static Problem changed() {
        return Reason.LastGoodLessStrict.problem(
                        "spec",
                        "last-good-as-strict",
                        "the last good version is not served in the meantime, because it was protected by other settings",
                        "fix the definition, or leave auth, callableFrom, limits, confirm, hints, sources of inputs,"
                                + " session, role and substitution as they were until it is fixed")
                .failingClosed();
    }
}
