// Elementary functions of doubles, less than one unit off in the last place (tanh: three).
//
// They give the same digits natively and in every browser. The C library's would not, and their
// tables do not compress: they would be a fifth of the package.
#pragma once

namespace tril::elementary {

// Larger angles have no meaningful sine: neighbouring doubles lie far apart.
constexpr double kMaxAngle = 0x1p29;

double exp(double x);
double log(double x);                        // of a finite number above 0
double power(double base, double exponent);  // of a finite base above 0
double sin(double angle);                    // up to kMaxAngle
double cos(double angle);
double tanh(double x);
double erf(double x);  // to within 5e-16

}  // namespace tril::elementary
