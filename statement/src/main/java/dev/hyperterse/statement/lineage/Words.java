package dev.hyperterse.statement.lineage;

import java.util.Set;

/**
 * Words that have a meaning in a statement. A column or table of the same name is found nevertheless: an engine may take
 * most of them as names.
 */
final class Words {
    /** Words that can stand where a column can, and are no value of a table. */
    static final Set<String> IN_EXPRESSIONS = words("""
            all and any array as asc at between binary both by case cast collate current current_date current_time
            current_timestamp desc distinct div else end escape exists false filter first following for from glob group
            ilike in interval is isnull last leading like localtime localtimestamp mod not notnull null nulls on or order
            over partition placing preceding range regexp respect ignore rlike row rows separator similar some symmetric
            then time to trailing true unbounded using when where within xor zone
            bigint bool boolean bytea char character date datetime decimal double float float4 float8 int int2 int4 int8
            integer json jsonb nchar nocase numeric precision real signed smallint text timestamp timestamptz timetz
            unsigned uuid varchar varying utf8mb4 ascii
            century day decade dow doy epoch hour isodow isoyear microsecond millennium milliseconds minute month
            quarter second week year""");

    /**
     * Words that no function can have as its name, in no engine, so that brackets behind them are those of no call. A
     * function of the database may have the name of most other words.
     */
    static final Set<String> BEFORE_BRACKETS = words("""
            and as between case cast char character decimal distinct else exists float from group having in interval not
            numeric on or order then time timestamp to using varchar when where""");

    /** Words that are operators behind an operand, and may be functions elsewhere. */
    static final Set<String> BEHIND_OPERANDS = words("like ilike glob regexp rlike xor div");

    /** Words that belong to the call before them. */
    static final Set<String> BEHIND_CALLS = words("filter over");

    static final Set<String> BEFORE_BY = words("group order partition");

    /** Words before the operand of an operator: a name behind them is no alias. */
    static final Set<String> OPERATORS = words("""
            and or not is in like ilike between case when then else from collate escape distinct div mod rlike regexp
            glob similar to xor any all some binary""");

    /** Words that begin or structure clauses; none of them is read as a name. */
    static final Set<String> STRUCTURE = words("""
            as cross except fetch for from full group having inner intersect into join lateral left limit natural offset
            on only order outer procedure returning right select set straight_join table union using values where window
            with""");

    static final Set<String> JOINS = words("natural inner cross left right full join straight_join");

    static final Set<String> SET_OPERATIONS = words("union intersect except");

    static final Set<String> BEGINNING_LIMITS = words("all null cast ifnull");

    /** Words of LIMIT, OFFSET and FETCH. */
    static final Set<String> OF_LIMITS =
            words("limit offset fetch first next row rows only all null ifnull cast as bigint");

    private Words() {}

    private static Set<String> words(String text) {
        return Set.of(text.strip().split("\\s+"));
    }
}
