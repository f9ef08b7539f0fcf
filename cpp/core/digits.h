// Decimal digits of single numbers, for everything that prints (print.h).
//
// They are worked out here: std::to_chars is missing for double in the oldest libc++ that the core
// supports, and printf weighs a tenth of the WebAssembly.
#pragma once

#include <string>

namespace tril {

// printf's %.*f and %.*e of a finite number: correctly rounded, ties to even.
// Example: fixedDigits(0.125, 2) is "0.12", scientificDigits(1234.5, 2) is "1.23e+03".
std::string fixedDigits(double value, int precision);
std::string scientificDigits(double value, int precision);

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
