-- People of a company, in the shape of MySQL's employees sample as its documentation describes it; the rows are our own.
CREATE TABLE employees (emp_no INT NOT NULL, birth_date DATE NOT NULL, first_name VARCHAR(14) NOT NULL, last_name VARCHAR(16) NOT NULL,
  gender ENUM('M', 'F') NOT NULL, hire_date DATE NOT NULL, PRIMARY KEY (emp_no)) COMMENT 'People who work here, or did';
CREATE TABLE departments (dept_no CHAR(4) NOT NULL, dept_name VARCHAR(40) NOT NULL, PRIMARY KEY (dept_no), UNIQUE KEY (dept_name));
CREATE TABLE dept_manager (emp_no INT NOT NULL, dept_no CHAR(4) NOT NULL, from_date DATE NOT NULL, to_date DATE NOT NULL,
  FOREIGN KEY (emp_no) REFERENCES employees (emp_no) ON DELETE CASCADE, FOREIGN KEY (dept_no) REFERENCES departments (dept_no), PRIMARY KEY (emp_no, dept_no));
CREATE TABLE dept_emp (emp_no INT NOT NULL, dept_no CHAR(4) NOT NULL, from_date DATE NOT NULL, to_date DATE NOT NULL,
  FOREIGN KEY (emp_no) REFERENCES employees (emp_no) ON DELETE CASCADE, FOREIGN KEY (dept_no) REFERENCES departments (dept_no), PRIMARY KEY (emp_no, dept_no));
CREATE TABLE titles (emp_no INT NOT NULL, title VARCHAR(50) NOT NULL, from_date DATE NOT NULL, to_date DATE,
  FOREIGN KEY (emp_no) REFERENCES employees (emp_no) ON DELETE CASCADE, PRIMARY KEY (emp_no, title, from_date));
CREATE TABLE salaries (emp_no INT NOT NULL, salary INT NOT NULL COMMENT 'US dollars a year', from_date DATE NOT NULL, to_date DATE NOT NULL,
  FOREIGN KEY (emp_no) REFERENCES employees (emp_no) ON DELETE CASCADE, PRIMARY KEY (emp_no, from_date));
CREATE VIEW dept_emp_latest_date AS SELECT emp_no, MAX(from_date) AS from_date, MAX(to_date) AS to_date FROM dept_emp GROUP BY emp_no;
INSERT INTO employees VALUES (10001, '1953-09-02', 'Georgi', 'Lamp', 'M', '1986-06-26'), (10002, '1964-06-02', 'Bezalel', 'Sail', 'F', '1985-11-21'),
  (10003, '1959-12-03', 'Parto', 'Hill', 'M', '1986-08-28');
INSERT INTO departments VALUES ('d001', 'Marketing'), ('d002', 'Finance'), ('d005', 'Development');
INSERT INTO dept_manager VALUES (10002, 'd001', '1991-10-01', '9999-01-01');
INSERT INTO dept_emp VALUES (10001, 'd005', '1986-06-26', '9999-01-01'), (10002, 'd001', '1985-11-21', '9999-01-01'), (10003, 'd005', '1986-08-28', '1990-01-01');
INSERT INTO titles VALUES (10001, 'Senior Engineer', '1986-06-26', NULL), (10002, 'Manager', '1991-10-01', NULL), (10003, 'Engineer', '1986-08-28', '1990-01-01');
INSERT INTO salaries VALUES (10001, 60117, '1986-06-26', '1987-06-26'), (10001, 62102, '1987-06-26', '9999-01-01'), (10002, 65828, '1985-11-21', '9999-01-01'), (10003, 40006, '1986-08-28', '1990-01-01');
