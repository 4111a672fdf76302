package dev.hyperterse.statement.lineage;

import java.util.Set;

/**
 * Functions whose result depends on nothing but their arguments. Any other function may read a table, or run a text as
 * SQL.
 */
final class PureFunctions {
    /** Functions that count rows, whose values they do not show. */
    static final Set<String> COUNTING =
            Set.of("count", "row_number", "rank", "dense_rank", "percent_rank", "cume_dist", "ntile");

    private static final Set<String> PURE = Set.of("""
            abs acos age all any any_value array array_agg array_append array_cat array_length array_position array_remove
            array_to_json array_to_string ascii asin atan atan2 avg bit_and bit_length bit_or bool_and bool_or btrim
            cardinality ceil ceiling char char_length character_length chr clock_timestamp coalesce concat concat_ws
            convert cos curdate current_date current_time current_timestamp curtime date date_add date_bin date_format
            date_part date_sub date_trunc datediff datetime day dayname dayofmonth dayofweek dayofyear decode degrees
            digest elt encode every exp extract field first_value floor format from_base64 from_days from_unixtime
            gen_random_uuid glob greatest group_concat hex hour if ifnull iif initcap instr isnull json json_agg
            json_array json_array_length json_arrayagg json_build_array json_build_object json_contains json_extract
            json_extract_path json_extract_path_text json_group_array json_group_object json_insert json_keys json_length
            json_merge json_merge_patch json_object json_object_agg json_objectagg json_patch json_quote json_remove
            json_replace json_search json_set json_strip_nulls json_type json_typeof json_unquote json_valid json_value
            jsonb_agg jsonb_array_elements jsonb_array_elements_text jsonb_array_length jsonb_build_array
            jsonb_build_object jsonb_each jsonb_each_text jsonb_extract_path jsonb_extract_path_text jsonb_insert
            jsonb_object jsonb_object_agg jsonb_object_keys jsonb_path_exists jsonb_path_query jsonb_path_query_array
            jsonb_path_query_first jsonb_pretty jsonb_set jsonb_strip_nulls jsonb_typeof julianday justify_days
            justify_hours justify_interval lag last_day last_value lcase lead least left length likelihood likely ln
            locate log log10 log2 lower lpad ltrim make_date make_interval make_time make_timestamp make_timestamptz max
            md5 mid min minute mod mode month monthname now nth_value nullif num_nonnulls num_nulls octet_length ord
            overlay percentile_cont percentile_disc pi position pow power printf quarter quote quote_ident quote_literal
            quote_nullable radians random regexp_count regexp_instr regexp_like regexp_match regexp_matches
            regexp_replace regexp_split_to_array regexp_split_to_table regexp_substr repeat replace reverse right round
            row row_to_json rpad rtrim sec_to_time second sha1 sha2 sha224 sha256 sha384 sha512 sign sin some split_part sqrt
            starts_with statement_timestamp std stddev stddev_pop stddev_samp str_to_date strcmp strftime string_agg
            string_to_array strpos substr substring substring_index sum tan time time_format time_to_sec timediff
            timestamp timestampadd timestampdiff to_base64 to_char to_date to_days to_hex to_json to_jsonb to_number
            to_timestamp to_tsvector to_tsquery total transaction_timestamp translate trim trunc truncate ts_headline
            ts_rank typeof ucase unhex unicode unix_timestamp unlikely unnest upper uuid var_pop var_samp variance week
            weekday width_bucket xmlagg xmlelement xmlforest year""".split("\\s+"));

    private PureFunctions() {}

    static boolean has(String name) {
        return PURE.contains(name) || COUNTING.contains(name);
    }
}
