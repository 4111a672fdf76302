package dev.hyperterse.statement.sql;

import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.statement.binding.Target;

/** A list that is compared with, and the operator in front of it. */
record ListComparison(String before, Segment list, String behind) {
    /** One parameter for each item; for engines without arrays. */
    static ListComparison ofItems(Target list, boolean negated) {
        return new ListComparison(negated ? "NOT IN " : "IN ", new Segment.ItemList(list.reference(), list.type()), "");
    }
}
