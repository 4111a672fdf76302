package dev.hyperterse.statement.lineage;

import dev.hyperterse.catalog.statement.Dialect;
import java.util.Set;

/**
 * Functions of each engine whose result depends on nothing but their arguments. Any other function may read a table, or
 * run a text as SQL; one that an engine does not have may be the database's own.
 */
final class PureFunctions {
    /** The function that shows nothing of its argument. PostgreSQL takes others behind a row for a column of that name. */
    static final String COUNT = "count";

    private static final Set<String> COUNTING = words("count row_number rank dense_rank percent_rank cume_dist ntile");

    private static final Set<String> EVERYWHERE = words("""
            abs acos all any ascii asin atan atan2 avg bit_and bit_length bit_or ceil ceiling char
            char_length character_length coalesce concat concat_ws convert cos current_date current_time
            current_timestamp date degrees exp extract first_value floor format greatest json_object lag
            last_value lead least left length ln log log10 lower lpad ltrim max md5 min mod now nth_value
            nullif octet_length pi position pow power radians regexp_replace repeat replace reverse right
            round row rpad rtrim sign sin some sqrt stddev stddev_pop stddev_samp substr substring sum tan
            time timestamp trim upper var_pop var_samp variance""");

    private static final Set<String> POSTGRES = words("""
            age array array_agg array_append array_cat array_length array_position array_remove
            array_to_json array_to_string bool_and bool_or btrim cardinality chr clock_timestamp date_part
            date_trunc decode encode every gen_random_uuid initcap json_agg json_array_length
            json_build_array json_build_object json_extract_path json_extract_path_text json_object_agg
            json_strip_nulls json_typeof jsonb_agg jsonb_array_elements jsonb_array_elements_text
            jsonb_array_length jsonb_build_array jsonb_build_object jsonb_each jsonb_each_text
            jsonb_extract_path jsonb_extract_path_text jsonb_insert jsonb_object jsonb_object_agg
            jsonb_object_keys jsonb_path_exists jsonb_path_query jsonb_path_query_array
            jsonb_path_query_first jsonb_pretty jsonb_set jsonb_strip_nulls jsonb_typeof justify_days
            justify_hours justify_interval make_date make_interval make_time make_timestamp
            make_timestamptz mode num_nonnulls num_nulls overlay percentile_cont percentile_disc
            quote_ident quote_literal quote_nullable random regexp_match regexp_matches
            regexp_split_to_array regexp_split_to_table row_to_json sha224 sha256 sha384 sha512 split_part
            starts_with statement_timestamp string_agg string_to_array strpos to_char to_date to_hex
            to_json to_jsonb to_number to_timestamp to_tsquery to_tsvector transaction_timestamp translate
            trunc ts_headline ts_rank unnest width_bucket xmlagg xmlelement xmlforest""");

    private static final Set<String> MYSQL = words("""
            curdate curtime date_add date_format date_sub datediff day dayname dayofmonth dayofweek
            dayofyear elt field from_base64 from_days from_unixtime group_concat hex hour if ifnull instr
            isnull json_array json_arrayagg json_contains json_extract json_insert json_keys json_length
            json_merge json_merge_patch json_objectagg json_quote json_remove json_replace json_search
            json_set json_type json_unquote json_valid json_value last_day lcase locate log2 mid minute
            month monthname ord quarter quote regexp_instr regexp_substr sec_to_time second sha1 sha2 std
            str_to_date strcmp substring_index time_format time_to_sec timediff timestampadd timestampdiff
            to_base64 to_days truncate ucase unhex unix_timestamp uuid week weekday year""");

    private static final Set<String> SQLITE = words("""
            datetime glob group_concat hex if ifnull iif instr json json_array json_array_length
            json_extract json_group_array json_group_object json_insert json_patch json_quote json_remove
            json_replace json_set json_type json_valid julianday likelihood likely log2 printf quote
            random strftime string_agg total trunc typeof unicode unlikely""");

    private PureFunctions() {}

    static boolean has(Dialect dialect, String name) {
        return COUNTING.contains(name)
                || EVERYWHERE.contains(name)
                || switch (dialect) {
                    case POSTGRES -> POSTGRES.contains(name);
                    case MYSQL -> MYSQL.contains(name);
                    case SQLITE -> SQLITE.contains(name);
                };
    }

    private static Set<String> words(String text) {
        return Set.of(text.strip().split("\\s+"));
    }
}
