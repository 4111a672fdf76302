package dev.hyperterse.compiler.leaf.link;

import dev.hyperterse.catalog.server.Adapter.Access;
import java.util.List;
import java.util.Set;

/** The adapter that a name refers to in the leaves of one namespace. */
public sealed interface AdapterLink {
    /**
     * Granted, and served: all of it that a compiled statement depends on.
     *
     * @param textual whether its owner lets values become text of statements
     * @param adHocSql whether its owner lets callers write SQL of their own
     * @param roles that its owner lets statements take
     * @param headers that it sends with each request itself, in lower case
     */
    record Usable(
            StatementLanguage language,
            Access access,
            boolean textual,
            boolean adHocSql,
            List<String> roles,
            Set<String> headers)
            implements AdapterLink {
        public Usable {
            roles = List.copyOf(roles);
            headers = Set.copyOf(headers);
        }

        public Usable(StatementLanguage language, Access access) {
            this(language, access, false, false, List.of(), Set.of());
        }
    }

    /** The server has none of that name. */
    record Missing() implements AdapterLink {}

    /** The server has it for others. */
    record NotGranted() implements AdapterLink {}

    /** Granted, and itself faulty without a last good version. */
    record Faulty() implements AdapterLink {}
}
