// Decimal digits of single numbers, for everything that prints (print.h).
//
// The C library's printf and strtod do the work, because std::to_chars is missing for double in the
// oldest libc++ that the core supports. Both are exact, natively and in WebAssembly.
#pragma once

#include <string>

namespace tril {

// printf's digits of one number.
// Example: printed("%.*e", 2, 1234.5) is "1.23e+03".
std::string printed(const char* conversion, int precision, double value);

// "nan", "inf" or "-inf", for a value that is one of them.
std::string notFinite(double value);

// The fewest digits that read back as the same number, in scientific notation, for a finite value.
// Example: shortestDigits(0.1) is "1e-01".
std::string shortestDigits(double value);
std::string shortestDigits(float value);

// A Python float: the shortest digits, with an exponent below 1e-4 and from 1e16 on.
// Example: "0.1", "2.0", "1e+16".
std::string formatDouble(double value);

// A numpy float32: as a Python float, but as many digits as a float needs.
// Example: "0.1", "1e-05".
std::string formatFloat(float value);

}  // namespace tril
