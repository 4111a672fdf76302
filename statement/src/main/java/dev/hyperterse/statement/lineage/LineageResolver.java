package dev.hyperterse.statement.lineage;

import java.util.Optional;

/** Finds where the columns of a statement's result come from. */
public record LineageResolver(DatabaseSchema schema) {
    /** @param text with the parameters of the driver */
    public Lineage resolve(String text) {
        try {
            var statement = Parts.of(text, schema.dialect()).all();
            return new Lineage.Resolved(new QueryResolver(schema).columns(statement, Optional.empty()));
        } catch (UnresolvedConstruct unresolved) {
            return new Lineage.Unresolved(unresolved.getMessage());
        }
    }
}
