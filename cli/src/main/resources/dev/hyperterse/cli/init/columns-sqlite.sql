          SELECT t.name AS table_name, c.name AS column_name, c.type AS data_type
          FROM sqlite_schema AS t JOIN pragma_table_xinfo(t.name) AS c
          WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%'
