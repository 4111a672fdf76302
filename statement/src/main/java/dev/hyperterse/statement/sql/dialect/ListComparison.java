package dev.hyperterse.statement.sql.dialect;

import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.statement.binding.Target;

/** A comparison with a list: the operator, the list, and the text behind it. */
public record ListComparison(String before, Segment list, String behind) {
    /** With one parameter for each item, for engines without arrays. */
    public static ListComparison ofItems(Target list, boolean negated) {
        return new ListComparison(negated ? "NOT IN " : "IN ", new Segment.ItemList(list.reference(), list.type()), "");
    }
}
