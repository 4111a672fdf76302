package dev.hyperterse.compiler.leaf.statement;

import dev.hyperterse.compiler.leaf.link.AdapterLink;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import java.util.List;
import java.util.Optional;

/** Problems of the role that a statement takes for its transaction. */
public final class TransactionRole {
    static final String PATH = StatementLinker.PATH + ".role";

    private TransactionRole() {}

    /** Of a role on an adapter that has roles at all; what a value of a call names, the replica checks. */
    static Optional<Problem> problem(String role, String adapter, AdapterLink.Usable usable) {
        if (usable.roles().isEmpty()) {
            return Optional.of(notGranted("the adapter '%s' allows no roles".formatted(adapter)));
        }
        return role.contains("{{") || usable.roles().contains(role)
                ? Optional.empty()
                : Optional.of(notGranted("the adapter '%s' does not allow this role".formatted(adapter)));
    }

    /** Of the last good version of a statement: its roles have to be allowed now. */
    public static Optional<Problem> revoked(List<String> roles, String adapter, AdapterLink.Usable usable) {
        return usable.roles().containsAll(roles)
                ? Optional.empty()
                : Optional.of(Reason.NotAllowedAdapter.problem(
                        PATH,
                        "role-granted",
                        "the last good version cannot be served any more: it may take roles that the adapter '%s' does not allow now"
                                .formatted(adapter),
                        "fix the definition, or list the roles in the adapter's postgres.roles again"));
    }

    static Problem otherEngine() {
        return Reason.InvalidStatement.problem(
                PATH,
                "role-of-postgres",
                "only PostgreSQL takes a role for one transaction",
                "remove it, and use an adapter with the login of that role");
    }

    static Problem textual() {
        return Reason.InvalidStatement.problem(
                PATH,
                "role-of-bound-statements",
                "values that become text of a statement can take another role",
                "remove substitution: Textual");
    }

    private static Problem notGranted(String message) {
        return Reason.NotAllowedAdapter.problem(
                PATH, "role-granted", message, "its owner can list the role in the adapter's postgres.roles");
    }
}
